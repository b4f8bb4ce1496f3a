import { ownSessionList } from "@/lib/contract/people";
import { defineRoute } from "@/lib/http/define-route";
import { listSessions } from "@/lib/services/sessions/list-sessions";

export const GET = defineRoute({
  operation: "listSessions",
  summary: "The caller’s own sessions.",
  answers: ownSessionList,
  capability: null,
  handle: async ({ ctx, session_id }) => {
    const sessions = await listSessions(ctx);
    const items = sessions.map((session) => ({ ...session, current: session.session_id === session_id }));
    return { items, next_cursor: null };
  },
});
