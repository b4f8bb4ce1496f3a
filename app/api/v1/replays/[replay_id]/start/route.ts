import { type ReplayDetail, replayDetail, replayParams, replayStart } from "@/lib/contract/replays";
import { defineRoute } from "@/lib/http/define-route";
import { exactJson } from "@/lib/http/exact-json";
import { startReplay } from "@/lib/services/replays/start-replay";

/** 202 while it runs, 200 once it is over. */
export const POST = defineRoute({
  operation: "startReplay",
  summary: "Starts a frozen set by its exact number; 202 while it runs.",
  answers: { 200: replayDetail, 202: replayDetail },
  capability: "quarantine.manage",
  params: replayParams,
  body: replayStart,
  handle: async ({ ctx, params, body }) => {
    const replay = (await startReplay(ctx, { ...params, ...body })) satisfies ReplayDetail;
    return exactJson(replay, { status: replay.state === "running" ? 202 : 200 });
  },
});
