import type { RunTurn } from "@/lib/contract/report";

type Moment = Pick<RunTurn, "turn" | "occurred_at">;

/** What lies between two failures of a run, in words; null where nothing is worth saying. Calls that worked are not known. */
export function gapBetween(before: Moment, after: Moment): string | null {
  const parts = [turnsBetween(before, after), timeBetween(before, after)].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(" · ");
}

function turnsBetween(before: Moment, after: Moment): string | null {
  if (before.turn === null || after.turn === null) return null;
  const turns = after.turn - before.turn - 1;
  if (turns < 1) return null;
  return turns === 1 ? "one turn without a failure" : `${turns} turns without a failure`;
}

const NOT_WORTH_SAYING_SECONDS = 2;

/** Clocks of several hosts differ, so that a later turn may seem earlier. */
function timeBetween(before: Moment, after: Moment): string | null {
  const seconds = Math.round((Date.parse(after.occurred_at) - Date.parse(before.occurred_at)) / 1_000);
  if (seconds < NOT_WORTH_SAYING_SECONDS) return null;
  if (seconds < 120) return `${seconds} s later`;
  if (seconds < 2 * 3_600) return `${Math.round(seconds / 60)} min later`;
  return seconds < 2 * 86_400
    ? `${Math.round(seconds / 3_600)} h later`
    : `${Math.round(seconds / 86_400)} d later`;
}
