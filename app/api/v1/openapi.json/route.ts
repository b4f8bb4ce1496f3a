import { definePublicRoute } from "@/lib/http/define-route";
import { apiDocument, OWN } from "./document";

/** For anybody: it says what every installation's says, and clients are made from it before they have a key. */
export const GET = definePublicRoute({
  ...OWN,
  handle: () =>
    new Response(apiDocument(), {
      headers: { "content-type": "application/json", "cache-control": "public, max-age=300" },
    }),
});
