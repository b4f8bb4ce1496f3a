import { type Expected, ok, refused } from "./expected";
import { attemptsOf, type Model, whyNotRepeat } from "./model";
import { toldOf } from "./perform";
import type { CaseSeen } from "./rows";
import type { Write } from "./steps";

/** The one thing that must never be said: repeat, when a repeat might pay twice. */
export function polled(model: Model, row: CaseSeen): Expected {
  const told = toldOf(model, row, false);
  return ok((answer) => {
    const said = answer as { state: string; case_id?: string; directive?: string; verdict_id?: string };
    if (said.case_id !== row.case_id) return "is about another case";
    if (row.state !== "settled" || told === undefined)
      return said.state === "pending" && said.directive === undefined
        ? null
        : `says ${said.directive} of an open case`;
    if (said.verdict_id !== row.verdict_id) return "is another verdict";
    const unsafe = whyNotRepeat(row, attemptsOf(model.rows, row.case_id), told, model.now);
    if (said.directive === "safe_to_retry") return unsafe;
    return told.verdict === "absent" && unsafe === null
      ? `says ${said.directive} although a repeat is safe`
      : null;
  });
}

export function acknowledged(
  model: Model,
  row: CaseSeen,
  step: Extract<Write, { do: "acknowledge" }>,
): Expected | null {
  const told = toldOf(model, row, step.old);
  if (told === undefined) return null;
  if (told.superseded !== null) return refused("verdict_superseded");
  const unsafe =
    told.verdict === "absent" &&
    whyNotRepeat(row, attemptsOf(model.rows, row.case_id), told, model.now) !== null;
  if (unsafe) return refused("verdict_expired");
  return told.acknowledged_by === null || told.acknowledged_by === step.run
    ? ok()
    : refused("already_acknowledged");
}
