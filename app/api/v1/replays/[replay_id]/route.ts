import { type ReplayDetail, replayDetail, replayParams } from "@/lib/contract/replays";
import { defineRoute } from "@/lib/http/define-route";
import { readReplay } from "@/lib/services/replays/read-replay";

export const GET = defineRoute({
  operation: "readReplay",
  summary: "One replay with its progress.",
  answers: replayDetail,
  capability: "quarantine.read",
  params: replayParams,
  handle: async ({ ctx, params }) => (await readReplay(ctx, params)) satisfies ReplayDetail,
});
