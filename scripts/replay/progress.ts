import type { DataFile } from "./find-files";
import type { FileProgress, Watch } from "./send-file";
import { describeTally, formatCount, totalOf } from "./tally";

/** Where the words go; `columns` is undefined when it is no terminal. */
export type Output = { write: (text: string) => unknown; isTTY?: boolean; columns?: number };

const FAULTS_SHOWN = 20;
const TTY_EVERY_MS = 100;
const LOG_EVERY_MS = 5000;
const BAR_CELLS = 24;

/** `████████░░░░`; the share is cut to 0..1. */
export function drawBar(share: number, cells = BAR_CELLS): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * cells);
  return "█".repeat(full) + "░".repeat(cells - full);
}

/** One line on how far a file is: share by bytes, counts, lines a second since it began. */
export function describeProgress({ file, tally, bytes_done }: FileProgress, seconds: number): string {
  const share = file.bytes === 0 ? 1 : bytes_done / file.bytes;
  const rate = seconds > 0 ? Math.round(totalOf(tally) / seconds) : 0;
  const percent = `${Math.floor(share * 100)}%`.padStart(4);
  return `${drawBar(share)} ${percent}  ${describeTally(tally)}  ${formatCount(rate)}/s`;
}

/**
 * Shows a replay: a bar that redraws itself on a terminal, else a calm line every five seconds and one at each
 * file's end. Faults are listed as they come, at most twenty a file; the rest is counted.
 */
export class ProgressView implements Watch {
  readonly #out: Output;
  #file: DataFile | null = null;
  #startedAt = 0;
  #shownAt = 0;
  #faults = 0;
  #barShown = false;

  constructor(out: Output) {
    this.#out = out;
  }

  /** A line that stays. */
  say(text: string): void {
    this.#clear();
    this.#out.write(`${text}\n`);
  }

  on_progress = (progress: FileProgress): void => {
    const now = performance.now();
    this.#begin(progress.file, now);
    if (now - this.#shownAt < (this.#out.isTTY ? TTY_EVERY_MS : LOG_EVERY_MS)) return;
    this.#shownAt = now;
    this.#show(progress, now);
  };

  /** The file's last word. */
  on_end = (progress: FileProgress): void => {
    const now = performance.now();
    this.#begin(progress.file, now);
    this.#clear();
    const seconds = (now - this.#startedAt) / 1000;
    this.say(`${progress.file.name.padEnd(18)} ${describeProgress(progress, seconds)}`);
    if (this.#faults > FAULTS_SHOWN)
      this.say(`  … and ${formatCount(this.#faults - FAULTS_SHOWN)} more faults`);
  };

  on_fault: Watch["on_fault"] = (file, line, what, why) => {
    this.#begin(file, performance.now());
    this.#faults += 1;
    if (this.#faults <= FAULTS_SHOWN) this.say(`  ${file.name}:${line} ${what}: ${why}`);
  };

  #begin(file: DataFile, now: number): void {
    if (this.#file === file) return;
    this.#file = file;
    this.#startedAt = now;
    this.#shownAt = now;
    this.#faults = 0;
  }

  #show(progress: FileProgress, now: number): void {
    const text = `${progress.file.name.padEnd(18)} ${describeProgress(progress, (now - this.#startedAt) / 1000)}`;
    if (!this.#out.isTTY) return void this.#out.write(`${text}\n`);
    this.#out.write(`\r\u001b[2K${text.slice(0, (this.#out.columns ?? 80) - 1)}`);
    this.#barShown = true;
  }

  #clear(): void {
    if (this.#barShown) this.#out.write("\r\u001b[2K");
    this.#barShown = false;
  }
}
