import type { AlertCondition } from "./condition";
import { windowOf } from "./counted";
import { type Holds, newStanding, step } from "./evaluate";
import type { Piece } from "./pieces";
import type { AlertReading } from "./reading";
import type { AlertState } from "./states";

/** A firing that would have been; milliseconds since 1970, null: it would last. */
export type PreviewFiring = { fired_at: number; resolved_at: number | null; value: number; peak: number };

export type Preview = {
  firings: PreviewFiring[];
  state: AlertState;
  /** Of the time that was looked at, that in which anything was known. */
  known_share: number;
};

/** What an alert made at `from` would have done at these readings: the same steps as when it is evaluated. */
export function previewOf(holds: Holds, from: number, readings: readonly AlertReading[]): Preview {
  const firings: PreviewFiring[] = [];
  let standing = newStanding(from);
  for (const reading of readings) {
    const next = step(holds, standing, reading);
    const [at, value] = [reading.at, reading.value ?? 0];
    const last = firings.at(-1);
    if (next.state === "firing" && standing.state !== "firing")
      firings.push({ fired_at: at, resolved_at: null, value, peak: value });
    else if (last !== undefined && standing.state === "firing") {
      if (next.state === "firing") last.peak = Math.max(last.peak, value);
      else last.resolved_at = at;
    }
    standing = next;
  }
  return { firings, state: standing.state, known_share: knownShare(from, readings) };
}

/** By time and not by readings: those of the older days are fewer. */
function knownShare(from: number, readings: readonly AlertReading[]): number {
  let [known, before] = [0, from];
  for (const { at, value } of readings) {
    if (value !== null) known += at - before;
    before = at;
  }
  return before > from ? known / (before - from) : 0;
}

/** The highest known value in each of at most `most` steps of equal length; null where nothing was known in the whole step. */
export function pointsOf(
  readings: readonly AlertReading[],
  { from, to, most }: { from: number; to: number; most: number },
): { at: number; value: number | null }[] {
  const length = Math.max(60_000, Math.ceil((to - from) / most / 60_000) * 60_000);
  const count = Math.ceil((to - from) / length);
  const points = Array.from({ length: count }, (_, place) => ({
    at: from + place * length,
    value: null as number | null,
  }));
  for (const { at, value } of readings) {
    // A reading is of the time before it.
    const point = points[Math.ceil((at - from) / length) - 1];
    if (point !== undefined && value !== null) point.value = Math.max(point.value ?? value, value);
  }
  return points;
}

/** What a preview cannot know, in sentences. */
export function caveatsOf(condition: AlertCondition, pieces: readonly Piece[]): string[] {
  const coarse = pieces.find(({ seconds }) => seconds > 60);
  const caveats: string[] = [];
  if (coarse !== undefined && "window_minutes" in condition) {
    const window = windowOf(condition, coarse.seconds);
    const widened = window === condition.window_minutes ? "" : `, with a window of ${window} minutes`;
    caveats.push(`Before the last days failures are kept by the quarter hour and are measured so${widened}.`);
  }
  if (condition.kind === "leak")
    caveats.push("Of each day only the first and the newest time at which something leaked are kept.");
  if (condition.kind === "silence")
    caveats.push(
      "Only the last silence of each code is kept, and of those that ended not what they were judged to be: all are counted.",
    );
  if (condition.kind === "cases_due")
    caveats.push(
      "Cases count with the deadline they have now, and reopened ones from when they were reopened.",
    );
  caveats.push("What was reported late is counted where it belongs, and may have been missed at the time.");
  return caveats;
}
