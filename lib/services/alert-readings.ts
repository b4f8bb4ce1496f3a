import type { Database } from "@/db/client";
import { readCaseSteps } from "@/db/queries/alert-cases";
import { readFailureSlots } from "@/db/queries/alert-failures";
import { readCallSlots, readFirstSeen, readLeakPoints, readSilenceSteps } from "@/db/queries/alert-samples";
import { readJudgedAt } from "@/db/queries/silences";
import type { AlertCondition, AlertPlace, ConditionOf } from "@/domain/alerts/condition";
import { readCounted, windowOf } from "@/domain/alerts/counted";
import { readLeaks, readLevels } from "@/domain/alerts/levels";
import type { Piece } from "@/domain/alerts/pieces";
import type { AlertReading } from "@/domain/alerts/reading";
import type { WindowRange } from "@/domain/alerts/stretches";
import { microsOf } from "@/domain/instant";

const MINUTE = 60_000;
/** Silences are judged every five minutes; for as long after the last time they are known. */
const JUDGED_MILLIS = 30 * MINUTE;

type Asked = AlertPlace & { condition: AlertCondition };

/** What an alert measures over these pieces, in the order of time. The same for the duty and for a preview. */
export async function readAlertReadings(
  db: Database,
  asked: Asked,
  pieces: readonly Piece[],
): Promise<AlertReading[]> {
  const readings: AlertReading[] = [];
  // Not pushed as arguments: a month has more readings than a call takes.
  for (const piece of pieces) for (const reading of await readPiece(db, asked, piece)) readings.push(reading);
  return readings;
}

function readPiece(db: Database, { condition, ...place }: Asked, piece: Piece): Promise<AlertReading[]> {
  if (condition.kind === "unmapped_share") return readShare(db, place, condition, piece);
  if (condition.kind === "rate") return readRate(db, place, condition, piece);
  if (condition.kind === "leak") return readLeaking(db, place, condition, piece);
  if (condition.kind === "silence") return readSilent(db, place, condition, piece);
  return readDue(db, place, condition, piece);
}

/** The piece with the window before it. */
function rangeOf(condition: { window_minutes: number }, { from, to, seconds }: Piece): WindowRange {
  return { start: from - windowOf(condition, seconds) * MINUTE, from, end: to, seconds };
}

async function readShare(
  db: Database,
  place: AlertPlace,
  condition: ConditionOf<"unmapped_share">,
  piece: Piece,
): Promise<AlertReading[]> {
  const failures = await readFailureSlots(db, place, "unmapped", rangeOf(condition, piece));
  return readCounted(condition, { ...piece, slots: failures.map((slot) => ({ ...slot, calls: 0 })) });
}

async function readRate(
  db: Database,
  place: AlertPlace,
  condition: ConditionOf<"rate">,
  piece: Piece,
): Promise<AlertReading[]> {
  const range = rangeOf(condition, piece);
  const failures = await readFailureSlots(db, place, condition, range);
  const slots = failures.map((slot) => ({ ...slot, calls: 0 }));
  return orWithCalls(readCounted(condition, { ...piece, slots }), async () => {
    const called = await readCallSlots(db, place, range);
    const none = { failures: 0, counted: 0 };
    return readCounted(condition, {
      ...piece,
      slots: [...slots, ...called.map((slot) => ({ ...none, ...slot }))],
    });
  });
}

/** That something was reported is known by failures already; only where there were none do calls say it. */
function orWithCalls(
  readings: AlertReading[],
  withCalls: () => Promise<AlertReading[]>,
): AlertReading[] | Promise<AlertReading[]> {
  return readings.some(({ no_data }) => no_data === "nothing_reported") ? withCalls() : readings;
}

async function readLeaking(
  db: Database,
  place: AlertPlace,
  condition: ConditionOf<"leak">,
  piece: Piece,
): Promise<AlertReading[]> {
  const range = rangeOf(condition, piece);
  const [points, failures] = await Promise.all([
    readLeakPoints(db, place, condition, range),
    readFailureSlots(db, place, null, range),
  ]);
  const reported = failures.map(({ at }) => at);
  return orWithCalls(readLeaks(condition, { ...piece, points, reported }), async () => {
    const called = await readCallSlots(db, place, range);
    return readLeaks(condition, { ...piece, points, reported: [...reported, ...called.map(({ at }) => at)] });
  });
}

async function readSilent(
  db: Database,
  place: AlertPlace,
  condition: ConditionOf<"silence">,
  { from, to }: Piece,
): Promise<AlertReading[]> {
  const [steps, judged_at, since] = await Promise.all([
    readSilenceSteps(db, place, condition),
    readJudgedAt(db),
    readFirstSeen(db),
  ]);
  const isKnown = judged_at !== null && since !== null;
  const known = isKnown ? { from: since, to: microsOf(judged_at) / 1000 + JUDGED_MILLIS } : null;
  return readLevels({ steps, known, otherwise: "not_judged" }, from, to);
}

/** The queue is Errata's own, so that none is none. */
async function readDue(
  db: Database,
  place: AlertPlace,
  condition: ConditionOf<"cases_due">,
  { from, to }: Piece,
): Promise<AlertReading[]> {
  const steps = await readCaseSteps(db, place, condition.within_minutes, { from, to });
  const always = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
  return readLevels({ steps, known: always, otherwise: "nothing_reported" }, from, to);
}
