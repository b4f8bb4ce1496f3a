import { instantFromDate } from "@/domain/instant";
import { type ApiClient, createApiClient } from "./api-client";
import { type DataFile, findFiles } from "./find-files";
import type { ReplayOptions } from "./options";
import { Pace } from "./pace";
import type { ProgressView } from "./progress";
import { recallShift, rememberShift } from "./remember-shift";
import { sendFile, type Watch } from "./send-file";
import { surveyData } from "./survey-data";
import { describeTally, sumTallies, type Tally } from "./tally";
import { wholeDayShift } from "./time-shift";
import { UsageError } from "./usage-error";

export type ReplaySummary = { files: { name: string; tally: Tally }[]; total: Tally; shift_seconds: number };

/** Kept between the newest event and now, so that no clock difference makes it come from the future. */
const MARGIN_MS = 60_000;

function describeShift(seconds: number): string {
  const days = seconds / 86_400;
  if (days === 0) return "no days: the newest is of the last day already";
  return `${days >= 0 ? "+" : ""}${days} day${Math.abs(days) === 1 ? "" : "s"}`;
}

/** The address a shift is remembered under: this machine is the same by each of its names. */
export function serverName(url: string): string {
  return url.toLowerCase().replace(/^(https?:\/\/)(127\.0\.0\.1|\[::1\])(?=[:/]|$)/, "$1localhost");
}

/** The shift of this data set on this server: the remembered one, else a new one, remembered. */
async function decideShift(options: ReplayOptions, files: DataFile[], view: ProgressView): Promise<number> {
  if (!options.shift_to_now) return 0;
  const { content, newest } = await surveyData(files);
  if (newest === null) throw new UsageError("--shift-to-now: no line holds a time that could be moved.");
  const server = serverName(options.url);
  const known = options.new_shift ? null : await recallShift(options.state_path, server, content);
  if (known) {
    const since = known.computed_at.slice(0, 16).replace("T", " ");
    view.say(
      `Times move by ${describeShift(known.shift_seconds)}, as they did first on ${since} UTC (--new-shift computes it anew).`,
    );
    return known.shift_seconds;
  }
  const computed_at = instantFromDate(new Date()).iso;
  const shift_seconds = wholeDayShift(newest, instantFromDate(new Date(Date.now() - MARGIN_MS)).iso);
  const shift = { shift_seconds, newest, computed_at, data_set: options.path };
  await rememberShift(options.state_path, server, content, shift);
  view.say(`Times move by ${describeShift(shift_seconds)}; remembered in ${options.state_path}.`);
  return shift_seconds;
}

function sayWaiting(view: ProgressView): (reason: string, waitMs: number) => void {
  return (reason, waitMs) =>
    view.say(`  the server ${reason}; again in ${Math.max(0.1, waitMs / 1000).toFixed(1)} s`);
}

function clientFor(options: ReplayOptions, view: ProgressView, signal: AbortSignal): ApiClient {
  return createApiClient({ url: options.url, key: options.key, on_retry: sayWaiting(view), signal });
}

function watchOf(view: ProgressView): Watch {
  return { on_progress: view.on_progress, on_fault: view.on_fault, on_end: view.on_end };
}

/**
 * Sends a data set to a running server and says what became of it. What was sent stays sent when it stops
 * half-way; the same command again repeats it, and the server counts what it has as duplicate.
 * Throws UsageError, ReplayRefused, ServerUnreachable, or the signal's reason.
 */
export async function replay(
  options: ReplayOptions,
  view: ProgressView,
  signal: AbortSignal,
  on_results?: Watch["on_results"],
): Promise<ReplaySummary> {
  const { files, ignored } = await findFiles(options.path, options.as);
  if (ignored.length > 0) view.say(`Ignored: ${ignored.join(", ")}.`);
  const shift_seconds = await decideShift(options, files, view);
  const pace = new Pace(options.rate);
  const sent: ReplaySummary["files"] = [];
  const failed = new AbortController();
  const ending = AbortSignal.any([signal, failed.signal]);
  try {
    const client = clientFor(options, view, ending);
    for (const file of files) {
      const how = { client, shift_seconds, pace, rate: options.rate, signal: ending };
      sent.push({ name: file.name, tally: await sendFile(file, how, { ...watchOf(view), on_results }) });
    }
  } finally {
    failed.abort(); // a request still in flight beside the one that failed would keep trying
  }
  const total = sumTallies(sent.map((file) => file.tally));
  view.say(`Done: ${describeTally(total)}.`);
  return { files: sent, total, shift_seconds };
}
