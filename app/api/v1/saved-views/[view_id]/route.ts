import { type SavedView, savedView, savedViewBody, savedViewParams } from "@/lib/contract/saved-views";
import { defineRoute } from "@/lib/http/define-route";
import { removeView } from "@/lib/services/saved-views/remove-view";
import { saveView } from "@/lib/services/saved-views/save-view";

export const PUT = defineRoute({
  operation: "saveView",
  summary: "Changes one of the caller’s own views.",
  answers: savedView,
  peopleOnly: true,
  capability: ["cases.read", "cases.read_own", "rates.read", "events.read"],
  params: savedViewParams,
  body: savedViewBody,
  handle: async ({ ctx, params, body }) => (await saveView(ctx, { ...params, ...body })) satisfies SavedView,
});

export const DELETE = defineRoute({
  operation: "removeView",
  summary: "Removes one of the caller’s own views.",
  answers: null,
  peopleOnly: true,
  capability: ["cases.read", "cases.read_own", "rates.read", "events.read"],
  params: savedViewParams,
  handle: ({ ctx, params }) => removeView(ctx, params),
});
