import { auditList, auditQuery } from "@/lib/contract/audit";
import { defineRoute } from "@/lib/http/define-route";
import { listAudit } from "@/lib/services/audit/list-audit";

/** Everybody reads their own trail; the whole one needs `audit.read`, which the verb decides. */
export const GET = defineRoute({
  operation: "listAudit",
  summary: "What was done by whom, the newest first; without `audit.read` only one’s own.",
  answers: auditList,
  capability: null,
  query: auditQuery,
  handle: ({ ctx, query: { actor, ...query } }) =>
    listAudit(ctx, { ...query, actor: actor === undefined ? undefined : actorOf(actor) }),
});

function actorOf(actor: string): { kind: "person" | "key" | "system"; id: string } {
  const [kind, ...rest] = actor.split(":");
  return { kind: kind as "person" | "key" | "system", id: rest.join(":") };
}
