import { findKeyByHash, type KeyRow } from "@/db/queries/keys";
import type { Runtime } from "./context";
import { onPublished } from "./on-published";

/** Published after a key was revoked; every process then looks its keys up again. */
export const KEYS_CHANGED = "keys";

/** How long a key revoked elsewhere may still be taken here when the publication got lost. */
const FRESH_MS = 3_000;
/** Bad keys are remembered too, so the store has a bound. */
const MAX_ENTRIES = 10_000;

type Entry = { row: Promise<KeyRow | null>; until: number };

function cacheOf(rt: Runtime): Map<string, Entry> {
  return rt.once("key-cache", () => {
    const cache = new Map<string, Entry>();
    void onPublished(rt, KEYS_CHANGED, () => cache.clear());
    return cache;
  });
}

/** The key with this hash, from memory when it was looked up moments ago. */
export function lookUpKey(rt: Runtime, hash: string): Promise<KeyRow | null> {
  const cache = cacheOf(rt);
  const known = cache.get(hash);
  if (known !== undefined && known.until > Date.now()) return known.row;
  if (cache.size >= MAX_ENTRIES) cache.clear();
  const row = findKeyByHash(rt.db, hash);
  cache.set(hash, { row, until: Date.now() + FRESH_MS });
  row.catch(() => cache.delete(hash));
  return row;
}
