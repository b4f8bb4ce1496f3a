import { isDomainError } from "@/domain/errors";
import { createContext, type ServiceContext } from "@/lib/services/context";
import { followChanges, type LiveChange } from "@/lib/services/live/follow-changes";
import { loadSettings } from "@/lib/services/load-settings";
import { runtime } from "@/lib/services/runtime";
import { authenticate } from "./authenticate";
import { eventStream } from "./event-stream";
import { takeSlot } from "./slots";

const STREAMS = {
  ...{ name: "live streams", code: "too_many_streams", most: 5_000, most_each: 20 },
  message: "Too many pages are following the queue at once.",
};

/** The stream of what changes for this caller; throws `too_many_streams` beyond 20 at once for one. */
export function liveResponse(ctx: ServiceContext, case_ids: readonly string[], request: Request): Response {
  const rt = runtime();
  const giveBack = takeSlot(rt, STREAMS, ctx.caller.id);
  const gone = new AbortController();
  const signal = AbortSignal.any([gone.signal, request.signal]);
  const changes = followChanges(ctx, { case_ids, signal, renew: () => renewed(ctx, request) });
  return eventStream(givingBack(changes, giveBack), () => {
    gone.abort();
    // Nothing of a stream that nobody read from has begun, so nothing of it ends.
    giveBack();
  });
}

async function* givingBack(
  changes: AsyncGenerator<LiveChange>,
  giveBack: () => void,
): AsyncGenerator<LiveChange> {
  try {
    yield* changes;
  } finally {
    giveBack();
  }
}

/** The caller anew, by the key or session they came with; null once it has ended. */
async function renewed(ctx: ServiceContext, request: Request): Promise<ServiceContext | null> {
  const rt = runtime();
  try {
    const { caller } = await authenticate(rt, request);
    return createContext(rt, caller, await loadSettings(rt));
  } catch (error) {
    if (isDomainError(error) && error.code === "unauthenticated") return null;
    // The database is away for a moment: nothing changes meanwhile, and the next heartbeat asks again.
    ctx.log.debug({ err: error }, "a live stream could not renew its caller");
    return ctx;
  }
}
