import { idParams } from "@/lib/contract/access";
import { endedSession } from "@/lib/contract/people";
import { defineRoute } from "@/lib/http/define-route";
import { endSession } from "@/lib/services/sessions/end-session";

export const DELETE = defineRoute({
  operation: "endSession",
  summary: "Ends one of the caller’s own sessions.",
  answers: endedSession,
  capability: null,
  params: idParams,
  handle: async ({ ctx, params }) => {
    await endSession(ctx, { session_id: params.id });
    return { ended: params.id };
  },
});
