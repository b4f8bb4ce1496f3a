import { attemptsOf, type Model, rulesOf } from "./model";
import type { CaseSeen, Rows, VerdictSeen } from "./rows";

/** What a machine settles in this step, it may: the tool lets it, and no person's word stands against it. */
export function settledByMachine(
  model: Model,
  before: Rows,
  after: Rows,
  row: CaseSeen,
  one: VerdictSeen,
): string[] {
  if (one.by_kind !== "system" || model.stepOf(one.verdict_id) !== model.step) return [];
  const wrong: string[] = [];
  if (!rulesOf(row.tool).automatic) wrong.push("settled by a machine without permission");
  const known = attemptsOf(before, row.case_id);
  const attempts = known.length > 0 ? known : attemptsOf(after, row.case_id);
  const onTheWay = one.verdict === "committed" ? rulesOf(row.tool).in_flight : 0;
  const first = Math.min(...known.map(({ occurred_at }) => occurred_at));
  if (known.length > 0 && one.observed_at < first - onTheWay)
    wrong.push("settled by what was seen before anything was on its way");
  const isFound = (found: string | null) => found !== null;
  const against =
    one.verdict === "absent"
      ? attempts.some(({ found }) => isFound(found) && found !== "absent")
      : attempts.every(({ found }) => isFound(found) && found !== "committed");
  if (against) wrong.push(`a machine says ${one.verdict} over what a person found`);
  const own = after.evidence.filter(
    ({ case_id, effect }) => case_id === row.case_id && effect === one.verdict,
  );
  const early = own.filter((seen) =>
    before.evidence.some(({ evidence_id }) => evidence_id === seen.evidence_id),
  );
  if (
    own.length > 0 &&
    early.length === own.length &&
    known.length === 0 &&
    early.every(({ named }) => !("tenant" in named))
  )
    wrong.push("settled by what came early and may be of another intent");
  return wrong;
}
