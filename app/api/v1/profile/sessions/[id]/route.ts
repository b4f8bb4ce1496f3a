import { idParams } from "@/lib/contract/access";
import { defineRoute } from "@/lib/http/define-route";
import { endSession } from "@/lib/services/sessions/end-session";

export const DELETE = defineRoute({
  capability: null,
  params: idParams,
  handle: async ({ ctx, params }) => {
    await endSession(ctx, { session_id: params.id });
    return { ended: params.id };
  },
});
