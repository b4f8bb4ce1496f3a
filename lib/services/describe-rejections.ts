import type { RejectedReference } from "@/db/queries/references";
import { type RejectedAttempt, readRejectedAttempts } from "@/db/queries/rejected-attempts";
import { rejectedEvents } from "@/domain/look-up";
import { casePartsFor } from "./case-parts";
import type { ServiceContext } from "./context";
import { withoutRunOut } from "./find-doubt";
import { sayInWords } from "./say-in-words";

/**
 * What was refused of events, with what may be told: where its effect is unknown it must not be tried again, however
 * little of it could be read, and a case is open for it. The case is named to those who may open it only.
 */
export async function describeRejections(ctx: ServiceContext, refused: readonly RejectedReference[]) {
  const rejections = rejectedEvents(refused);
  const attempts = await readRejectedAttempts(ctx.db, rejections);
  const ids = [...attempts.keys()];
  const current = await withoutRunOut(ctx, [...attempts.values()]);
  const byItem = new Map(ids.flatMap((id, index) => (current[index] ? [[id, current[index]] as const] : [])));
  return rejections.map(({ quarantine_id, source_id: _source, lone_event: _lone, ...shown }) => ({
    ...shown,
    ...told(ctx, shown.reference, byItem.get(quarantine_id)),
  }));
}

function told(ctx: ServiceContext, reference: string, attempt: RejectedAttempt | undefined) {
  if (attempt === undefined) return { say_to_user: null, case: null };
  const { tool, code, occurred_at, state, verdict, settled_at } = attempt;
  const { case: found, case_visible } = casePartsFor(ctx.caller, attempt);
  return {
    say_to_user: sayInWords(ctx, {
      ...{ reference, tool: tool ?? "a tool that was not named", code, class: attempt.class, occurred_at },
      ...{ effect: "unknown", user_message: null, read_only: false, retryable: null, retry_after: null },
      case: { state, verdict, settled_at },
    }),
    case: case_visible ? { case_id: found.case_id, state: found.state } : null,
  };
}
