import { type Allowance, fullAllowance, itemsLeft, refill, secondsUntilAnything } from "@/domain/allowance";
import { transientError } from "@/domain/errors";
import type { Caller } from "@/domain/permissions";
import type { Runtime } from "@/lib/services/context";
import { rateLimitFields } from "./rate-limit-fields";

/** Keys whose allowance is remembered at once; a full one says no more than none. */
const REMEMBERED = 10_000;
const POLICY = "items";

/** What each limited request draws on until it is answered. */
const ofRequest = new WeakMap<Request, Allowance>();

/**
 * Lets in a request of a limited key and charges one for it; null where the key has no limit, and then nothing is
 * remembered. Counted in this process alone. Throws `rate_limited` when nothing is left.
 */
export function admitRequest(rt: Runtime, caller: Caller, request: Request): Allowance | null {
  if (caller.kind !== "key") return null;
  const per_minute = caller.items_per_minute ?? rt.env.ERRATA_ITEMS_PER_MINUTE;
  if (per_minute === undefined) return null;
  const allowance = allowanceOf(rt, caller.id, per_minute);
  if (itemsLeft(allowance) === 0) throw rateLimited(allowance);
  allowance.left -= 1;
  ofRequest.set(request, allowance);
  return allowance;
}

/**
 * Charges a request for what it held beyond the one item it paid for at the door. Their number is known only once they
 * are read, so the allowance may go into debt; what was let in is not refused halfway.
 */
export function chargeFurther(request: Request, items: number): void {
  const allowance = ofRequest.get(request);
  if (allowance !== undefined && items > 0) allowance.left -= items;
}

/** Adds to an answer what is left of the key's allowance. */
export function withAllowance(response: Response, allowance: Allowance): Response {
  refill(allowance, allowance.per_minute, performance.now());
  const fields = rateLimitFields(POLICY, allowance);
  try {
    for (const [name, value] of fields) response.headers.set(name, value);
    return response;
  } catch {
    // Headers of a redirect are immutable.
    const headers = new Headers([...response.headers, ...fields]);
    return new Response(response.body, { status: response.status, headers });
  }
}

function allowanceOf(rt: Runtime, key_id: string, per_minute: number): Allowance {
  const known = rt.once("key-allowances", () => new Map<string, Allowance>());
  const now = performance.now();
  const found = known.get(key_id);
  if (found !== undefined) {
    refill(found, per_minute, now);
    return found;
  }
  makeRoom(known, now);
  const full = fullAllowance(per_minute, now);
  known.set(key_id, full);
  return full;
}

function makeRoom(known: Map<string, Allowance>, now: number): void {
  if (known.size < REMEMBERED) return;
  for (const [key_id, allowance] of known) {
    refill(allowance, allowance.per_minute, now);
    if (allowance.left === allowance.per_minute) known.delete(key_id);
  }
  // All are in use: the oldest goes, for a bound on memory outranks a bound on one key.
  for (const key_id of known.keys()) {
    if (known.size < REMEMBERED) return;
    known.delete(key_id);
  }
}

function rateLimited(allowance: Allowance) {
  const seconds = secondsUntilAnything(allowance);
  const { per_minute } = allowance;
  return transientError("rate_limited", `This key may send ${per_minute} items a minute.`, seconds, {
    hint: "Send the same again after retry_after seconds, or ask an administrator to raise the key's limit.",
    details: { items_per_minute: per_minute },
    quota: { name: POLICY, most: per_minute, window_seconds: 60 },
  });
}
