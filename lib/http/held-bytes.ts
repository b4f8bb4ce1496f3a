import { DomainError } from "@/domain/errors";
import { runtime } from "@/lib/services/runtime";

/** Beyond the budget there is room for small requests, so that a few large ones do not refuse everybody. */
const SMALL_BYTES = 256 * 1024;
const ROOM_FOR_SMALL = 16 * 1024 * 1024;

type Held = { all: number; requests: number };
const ofRequest = new WeakMap<Request, number>();

/**
 * Counts bytes that a request makes this process hold, as they arrive and once they are inflated, until its answer:
 * what is read, parsed and waits for its commit is some multiple of them, so this bounds the process's memory. A
 * request that is alone may always go on. Throws `buffer_full`.
 */
export function holdBytes(request: Request, bytes: number): void {
  const held = heldBytes();
  const before = ofRequest.get(request);
  if (before === undefined) held.requests += 1;
  const own = (before ?? 0) + bytes;
  ofRequest.set(request, own);
  held.all += bytes;
  const most = runtime().env.ERRATA_INGEST_MB * 1024 * 1024;
  if (held.all <= most || held.requests === 1) return;
  if (own <= SMALL_BYTES && held.all <= most + ROOM_FOR_SMALL) return;
  throw bufferFull(most);
}

/** Gives back what a request held, if it held anything; said when it is answered. */
export function releaseBytes(request: Request): void {
  const own = ofRequest.get(request);
  if (own === undefined) return;
  ofRequest.delete(request);
  const held = heldBytes();
  held.all -= own;
  held.requests -= 1;
}

function heldBytes(): Held {
  return runtime().once("held bytes", () => ({ all: 0, requests: 0 }));
}

function bufferFull(most: number): DomainError {
  return new DomainError({
    ...{ code: "buffer_full", errorClass: "transient", retry_after: 1 },
    message: "More is arriving than can be held; send it again in a moment.",
    quota: { most, unit: "content-bytes" },
  });
}
