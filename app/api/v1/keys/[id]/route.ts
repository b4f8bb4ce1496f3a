import { idParams } from "@/lib/contract/access";
import { defineRoute } from "@/lib/http/define-route";
import { revokeKey } from "@/lib/services/keys/revoke-key";

export const DELETE = defineRoute({
  capability: "keys.manage",
  params: idParams,
  handle: ({ ctx, params }) => revokeKey(ctx, { key_id: params.id }),
});
