import { type ReplayDetail, replayDetail, replayParams } from "@/lib/contract/replays";
import { defineRoute } from "@/lib/http/define-route";
import { stopReplay } from "@/lib/services/replays/stop-replay";

export const POST = defineRoute({
  operation: "stopReplay",
  summary: "Stops before the next part; what was stored stays, the rest stays open.",
  answers: replayDetail,
  capability: "quarantine.manage",
  params: replayParams,
  handle: async ({ ctx, params }) => (await stopReplay(ctx, params)) satisfies ReplayDetail,
});
