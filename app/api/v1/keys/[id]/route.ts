import { idParams } from "@/lib/contract/access";
import { key } from "@/lib/contract/keys";
import { defineRoute } from "@/lib/http/define-route";
import { revokeKey } from "@/lib/services/keys/revoke-key";

export const DELETE = defineRoute({
  operation: "revokeKey",
  summary: "Ends a key at once.",
  answers: key,
  capability: "keys.manage",
  params: idParams,
  handle: ({ ctx, params }) => revokeKey(ctx, { key_id: params.id }),
});
