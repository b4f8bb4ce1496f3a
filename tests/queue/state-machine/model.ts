import type { AttemptSeen, CaseSeen, EvidenceSeen, Rows, VerdictSeen } from "./rows";
import { type Intent, TOOLS, type ToolName } from "./steps";

/** What was said to the queue, and in which step each row was first seen: the model is this log and no more. */
export class Model {
  step = 0;
  now = 0;
  rows: Rows = { cases: [], attempts: [], verdicts: [], evidence: [], claims: [], audit: [], outbox: [] };
  /** Every attempt that was reported, by its event. */
  readonly reported = new Map<string, { intent: Intent; opens: boolean }>();
  readonly seenIn = new Map<string, number>();
  /** Step in which a verdict was acknowledged. */
  readonly acknowledgedIn = new Map<string, number>();

  take(rows: Rows): void {
    this.rows = rows;
    for (const id of idsOf(rows)) if (!this.seenIn.has(id)) this.seenIn.set(id, this.step);
    for (const one of rows.verdicts)
      if (one.acknowledged_by !== null && !this.acknowledgedIn.has(one.verdict_id))
        this.acknowledgedIn.set(one.verdict_id, this.step);
  }
  stepOf(id: string | number): number {
    return this.seenIn.get(String(id)) ?? this.step;
  }
}

function* idsOf(rows: Rows): Generator<string> {
  for (const one of rows.cases) yield one.case_id;
  for (const one of rows.attempts) yield String(one.attempt_id);
  for (const one of rows.evidence) yield `${one.evidence_id} ${one.case_id ?? "waits"}`;
  // A proposal becomes the answer when it is agreed to.
  for (const one of rows.verdicts) if (one.state === "settled") yield one.verdict_id;
}

export const rulesOf = (tool: string) => TOOLS[tool as ToolName];
export const attemptsOf = (rows: Rows, case_id: string) =>
  rows.attempts.filter((one) => one.case_id === case_id);
export const leavesDoubt = (one: AttemptSeen) => one.effect === "unknown" || one.inferred;

const isOfIntent = (named: Partial<Record<string, string | null>>, row: CaseSeen) =>
  Object.entries(named).every(([part, value]) => row[part as keyof CaseSeen] === value);

/** What says that it happened, of this case or perhaps of it: what left its parts out may be of any intent with the key. */
export function commitsOf(rows: Rows, row: CaseSeen): EvidenceSeen[] {
  return rows.evidence.filter(({ effect, case_id, named }) => {
    if (effect !== "committed") return false;
    if (case_id === row.case_id) return true;
    const other = rows.cases.find((one) => one.case_id === case_id);
    const { tenant, environment, tool, idempotency_key } = row;
    const ofItsOwn = other !== undefined && isOfIntent({ tenant, environment, tool, idempotency_key }, other);
    return (
      (case_id === null || !("tenant" in named)) &&
      !ofItsOwn &&
      idempotency_key !== null &&
      isOfIntent(named, row)
    );
  });
}

/** Which of them a person names: nothing, everything, or all but one. */
export function overrulesOf(
  rows: Rows,
  row: CaseSeen,
  { verdict, overrules }: { verdict: string; overrules: "none" | "all" | "some" },
): string[] {
  if (verdict !== "absent" || overrules === "none") return [];
  const ids = commitsOf(rows, row).map(({ evidence_id }) => evidence_id);
  return overrules === "all" ? ids : ids.slice(1);
}

/** When the key stops protecting a repeat, as far as these attempts tell; null when it protects nothing. */
export function protectedUntil(row: CaseSeen, attempts: readonly AttemptSeen[]): number | null {
  const hashes = new Set(attempts.flatMap(({ arguments_hash }) => arguments_hash ?? []));
  if (row.idempotency_key === null || hashes.size > 1) return null;
  return Math.min(...attempts.map(({ occurred_at }) => occurred_at)) + rulesOf(row.tool).key_life;
}

/** From when an absence seen outside is final. */
export function safeFrom(row: CaseSeen, attempts: readonly AttemptSeen[]): number {
  return Math.max(...attempts.map(({ occurred_at }) => occurred_at)) + rulesOf(row.tool).in_flight;
}

/** Whether a person who looked then may say `absent` now. */
export function mayBeAbsent(
  row: CaseSeen,
  attempts: readonly AttemptSeen[],
  observed_at: number,
  now: number,
): boolean {
  const until = protectedUntil(row, attempts);
  return observed_at >= safeFrom(row, attempts) || (until !== null && now < until);
}

/** Why this answer must not make a runtime repeat now, by everything known now; null when it may. */
export function whyNotRepeat(
  row: CaseSeen,
  attempts: readonly AttemptSeen[],
  told: VerdictSeen,
  now: number,
): string | null {
  if (told.verdict !== "absent") return "it was not seen absent";
  const until = protectedUntil(row, attempts);
  if (told.retry_with === "same_key")
    return until !== null && now < until ? null : "the key protects no repeat (reused, or its life is over)";
  const late = attempts.find(
    (one) => leavesDoubt(one) && one.occurred_at + rulesOf(row.tool).in_flight > told.observed_at,
  );
  return late === undefined
    ? null
    : `an attempt of ${late.occurred_at} might have landed after the look at ${told.observed_at}`;
}

export const isHeld = (row: CaseSeen, now: number) =>
  row.claim_expires_at !== null && row.claim_expires_at > now;
