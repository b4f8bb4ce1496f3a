import { createdKey, keyList, newKey } from "@/lib/contract/keys";
import { defineRoute } from "@/lib/http/define-route";
import { createKey } from "@/lib/services/keys/create-key";
import { listKeys } from "@/lib/services/keys/list-keys";

export const GET = defineRoute({
  operation: "listKeys",
  summary: "All keys, the newest first; never the key itself.",
  answers: keyList,
  capability: "keys.manage",
  handle: async ({ ctx }) => ({ items: await listKeys(ctx), next_cursor: null }),
});

export const POST = defineRoute({
  operation: "createKey",
  summary: "Makes a key; it is shown only in this answer.",
  answers: createdKey,
  capability: "keys.manage",
  body: newKey,
  handle: ({ ctx, body }) => createKey(ctx, body),
});
