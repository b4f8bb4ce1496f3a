import {
  newReplay,
  type ReplayDetail,
  type ReplayList,
  replayDetail,
  replayList,
  replayListQuery,
} from "@/lib/contract/replays";
import { defineRoute } from "@/lib/http/define-route";
import { freezeReplay } from "@/lib/services/replays/freeze-replay";
import { listReplays } from "@/lib/services/replays/list-replays";

/** 100,000 ids are some 1 MB. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;

export const GET = defineRoute({
  operation: "listReplays",
  summary: "Replays of quarantined items, the newest first.",
  answers: replayList,
  capability: "quarantine.read",
  query: replayListQuery,
  handle: async ({ ctx, query }) => (await listReplays(ctx, query)) satisfies ReplayList,
});

/** Freezes the set; nothing is sent before it is started. */
export const POST = defineRoute({
  operation: "freezeReplay",
  summary: "Freezes chosen open items with the mapping that mends them; nothing is sent yet.",
  answers: replayDetail,
  capability: "quarantine.manage",
  body: newReplay,
  maxBodyBytes: MAX_BODY_BYTES,
  handle: async ({ ctx, body }) => (await freezeReplay(ctx, body)) satisfies ReplayDetail,
});
