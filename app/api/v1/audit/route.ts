import { auditQuery } from "@/lib/contract/audit";
import { defineRoute } from "@/lib/http/define-route";
import { listAudit } from "@/lib/services/audit/list-audit";

/** Everybody reads their own trail; the whole one needs `audit.read`, which the verb decides. */
export const GET = defineRoute({
  capability: null,
  query: auditQuery,
  handle: async ({ ctx, query }) => {
    const { cursor, actor, ...filter } = query;
    const page = await listAudit(ctx, {
      ...filter,
      actor: actor === undefined ? undefined : actorOf(actor),
      before: cursor === undefined ? null : Number(cursor),
    });
    return { items: page.items, next_cursor: page.next_before === null ? null : String(page.next_before) };
  },
});

function actorOf(actor: string): { kind: "person" | "key" | "system"; id: string } {
  const [kind, ...rest] = actor.split(":");
  return { kind: kind as "person" | "key" | "system", id: rest.join(":") };
}
