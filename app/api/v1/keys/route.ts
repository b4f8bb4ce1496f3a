import { newKey } from "@/lib/contract/keys";
import { defineRoute } from "@/lib/http/define-route";
import { createKey } from "@/lib/services/keys/create-key";
import { listKeys } from "@/lib/services/keys/list-keys";

export const GET = defineRoute({
  capability: "keys.manage",
  handle: async ({ ctx }) => ({ items: await listKeys(ctx), next_cursor: null }),
});

export const POST = defineRoute({
  capability: "keys.manage",
  body: newKey,
  handle: ({ ctx, body }) => createKey(ctx, body),
});
