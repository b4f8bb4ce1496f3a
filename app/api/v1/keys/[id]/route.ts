import { idParams } from "@/lib/contract/access";
import { key, keyChange } from "@/lib/contract/keys";
import { defineRoute } from "@/lib/http/define-route";
import { changeKey } from "@/lib/services/keys/change-key";
import { revokeKey } from "@/lib/services/keys/revoke-key";

export const PATCH = defineRoute({
  operation: "changeKey",
  summary: "Gives a key another limit; null is the installation's default.",
  answers: key,
  capability: "keys.manage",
  params: idParams,
  body: keyChange,
  handle: ({ ctx, params, body }) => changeKey(ctx, { key_id: params.id, ...body }),
});

export const DELETE = defineRoute({
  operation: "revokeKey",
  summary: "Ends a key at once.",
  answers: key,
  capability: "keys.manage",
  params: idParams,
  handle: ({ ctx, params }) => revokeKey(ctx, { key_id: params.id }),
});
