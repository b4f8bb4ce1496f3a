import {
  type SavedView,
  type SavedViewList,
  savedView,
  savedViewBody,
  savedViewList,
} from "@/lib/contract/saved-views";
import { defineRoute } from "@/lib/http/define-route";
import { listSavedViews } from "@/lib/services/saved-views/list-saved-views";
import { saveView } from "@/lib/services/saved-views/save-view";

/** People only. */
export const GET = defineRoute({
  operation: "listSavedViews",
  summary: "The caller’s own views and those that others share; people only.",
  answers: savedViewList,
  peopleOnly: true,
  capability: ["cases.read", "cases.read_own", "rates.read", "events.read"],
  handle: async ({ ctx }) => (await listSavedViews(ctx)) satisfies SavedViewList,
});

export const POST = defineRoute({
  operation: "saveNewView",
  summary: "Saves a view of a page; people only.",
  answers: savedView,
  peopleOnly: true,
  capability: ["cases.read", "cases.read_own", "rates.read", "events.read"],
  body: savedViewBody,
  handle: async ({ ctx, body }) => (await saveView(ctx, body)) satisfies SavedView,
});
