import { type ReplayItemList, replayItemList, replayItemsQuery, replayParams } from "@/lib/contract/replays";
import { defineRoute } from "@/lib/http/define-route";
import { listReplayItems } from "@/lib/services/replays/list-replay-items";

export const GET = defineRoute({
  operation: "listReplayItems",
  summary: "The items of a frozen set and what became of each.",
  answers: replayItemList,
  capability: "quarantine.read",
  params: replayParams,
  query: replayItemsQuery,
  handle: async ({ ctx, params, query }) =>
    (await listReplayItems(ctx, { ...params, ...query })) satisfies ReplayItemList,
});
