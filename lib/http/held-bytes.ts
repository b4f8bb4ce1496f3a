import { DomainError } from "@/domain/errors";
import { limitHeapGrowth } from "@/lib/platform/heap-growth";
import { runtime } from "@/lib/services/runtime";
import { cutShort } from "./cut-short";
import { Lane } from "./lane";

/** Beyond the budget there is room for small requests, so that a few large ones do not refuse everybody. */
const SMALL_BYTES = 256 * 1024;
const ROOM_FOR_SMALL = 16 * 1024 * 1024;
/** From here on a body waits behind other large ones, and not in the way of the rest. */
export const LARGE_BYTES = 1024 * 1024;
/** What is worked on at once in each lane: read, checked and stored, a body takes some nine times its bytes, garbage included. */
const LANE_BYTES = 8 * 1024 * 1024;
/** While a large body is worked on: 20 MB of it leave twice as much behind, and another one follows at once. */
const GROWTH_PERCENT = 30;
/** Who waits for a turn hears of it in this time, in ms: before usual clients give up. */
const TURN_MS = 20_000;

type Held = { all: number; requests: number; usual: Lane; large: Lane; large_turns: number };
type Own = { bytes: number; turn: (() => void) | null };
const ofRequest = new WeakMap<Request, Own>();

/**
 * Counts bytes that a request makes this process hold, as they arrive and once they are inflated, until its answer.
 * A request that is alone may always go on. Throws `buffer_full`.
 */
export function holdBytes(request: Request, bytes: number): void {
  const held = heldBytes();
  const own = ownOf(request, held);
  own.bytes += bytes;
  held.all += bytes;
  const most = mostBytes();
  if (held.all <= most || held.requests === 1) return;
  if (own.bytes <= SMALL_BYTES && held.all <= most + ROOM_FOR_SMALL) return;
  throw bufferFull(most);
}

/**
 * Waits for the request's turn to work on a body of so many bytes; null where it need not wait. It ends with the
 * answer. Rejects with `buffer_full` when it takes too long.
 */
export function awaitTurn(request: Request, bytes: number): Promise<void> | null {
  const held = heldBytes();
  const own = ownOf(request, held);
  if (own.turn !== null) return null;
  const isLarge = bytes > LARGE_BYTES;
  let patience: Patience | undefined;
  const entered = (isLarge ? held.large : held.usual).enter(bytes, () => {
    patience = patienceOf(request);
    return patience.signal;
  });
  const begin = (leave: () => void) => {
    own.turn = isLarge ? largeTurn(held, leave) : leave;
  };
  if (typeof entered === "function") {
    begin(entered);
    return null;
  }
  return entered
    .finally(() => patience?.end())
    .then((leave) => (ofRequest.has(request) ? begin(leave) : leave()));
}

function largeTurn(held: Held, leave: () => void): () => void {
  held.large_turns += 1;
  if (held.large_turns === 1) limitHeapGrowth(GROWTH_PERCENT);
  return () => {
    held.large_turns -= 1;
    // Before the next one enters, or it would go back and forth.
    leave();
    if (held.large_turns === 0 && held.large.waiting === 0) limitHeapGrowth(0);
  };
}

/** Gives back what a request held, if it held anything; said when it is answered. */
export function releaseBytes(request: Request): void {
  const own = ofRequest.get(request);
  if (own === undefined) return;
  ofRequest.delete(request);
  const held = heldBytes();
  held.all -= own.bytes;
  held.requests -= 1;
  own.turn?.();
}

function ownOf(request: Request, held: Held): Own {
  const known = ofRequest.get(request);
  if (known !== undefined) return known;
  const own: Own = { bytes: 0, turn: null };
  held.requests += 1;
  ofRequest.set(request, own);
  return own;
}

function heldBytes(): Held {
  return runtime().once("held bytes", () => ({
    ...{ all: 0, requests: 0, large_turns: 0 },
    ...{ usual: new Lane(LANE_BYTES), large: new Lane(LANE_BYTES) },
  }));
}

const mostBytes = () => runtime().env.ERRATA_INGEST_MB * 1024 * 1024;

type Patience = { signal: AbortSignal; end: () => void };

/** Aborts when the client goes away, or has waited for long enough; nothing is left of it once it ended. */
function patienceOf(request: Request): Patience {
  const ended = new AbortController();
  const goneAway = () => ended.abort(cutShort(request.signal.reason));
  const late = setTimeout(() => ended.abort(bufferFull(mostBytes())), TURN_MS).unref();
  request.signal.addEventListener("abort", goneAway);
  const end = () => {
    clearTimeout(late);
    request.signal.removeEventListener("abort", goneAway);
  };
  return { signal: ended.signal, end };
}

function bufferFull(most: number): DomainError {
  return new DomainError({
    ...{ code: "buffer_full", errorClass: "transient", retry_after: 1 },
    message: "More is arriving than can be held; send it again in a moment.",
    quota: { most, unit: "content-bytes" },
  });
}
