import { type SavedView, type SavedViewList, savedViewBody } from "@/lib/contract/saved-views";
import { defineRoute } from "@/lib/http/define-route";
import { listSavedViews } from "@/lib/services/saved-views/list-saved-views";
import { saveView } from "@/lib/services/saved-views/save-view";

/** People only. */
export const GET = defineRoute({
  capability: ["cases.read", "cases.read_own"],
  handle: async ({ ctx }) => (await listSavedViews(ctx)) satisfies SavedViewList,
});

export const POST = defineRoute({
  capability: ["cases.read", "cases.read_own"],
  body: savedViewBody,
  handle: async ({ ctx, body }) => (await saveView(ctx, body)) satisfies SavedView,
});
