import { DomainError } from "@/domain/errors";
import { sha256Hex } from "@/lib/platform/tokens";
import type { Runtime } from "@/lib/services/context";
import { AttemptLimit, type AttemptRule } from "./attempt-limit";

/**
 * Three bounds on guessing. By account and address: a person who mistypes is told soon. By account alone:
 * the address is whatever the client says when no proxy writes it, so rotating it must not help; wide
 * enough that a stranger does not lock somebody out at once. By address: one machine trying many accounts.
 */
function rulesFor(account: string, headers: Headers): AttemptRule[] {
  const name = sha256Hex(account.toLowerCase());
  const address = clientAddress(headers);
  return [
    { name: `pair:${name}:${address}`, max: 8, windowSeconds: 60 },
    { name: `account:${name}`, max: 40, windowSeconds: 900 },
    { name: `address:${address}`, max: 60, windowSeconds: 60 },
  ];
}

/** The last hop's word for the client; Next fills it from the socket where no proxy did. */
function clientAddress(headers: Headers): string {
  return headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() || "unknown";
}

function limitOf(rt: Runtime): AttemptLimit {
  return rt.once("sign-in-limit", () => new AttemptLimit());
}

/** Counts an attempt to prove who one is; throws `rate_limited` when it is one too many. */
export function takeSignInAttempt(rt: Runtime, account: string, headers: Headers): void {
  const limit = limitOf(rt);
  const reached = rulesFor(account, headers)
    .map((rule) => ({ rule, wait: limit.take(rule) ?? 0 }))
    .reduce((longest, one) => (one.wait > longest.wait ? one : longest));
  const { rule, wait } = reached;
  if (wait === 0) return;
  throw new DomainError({
    code: "rate_limited",
    errorClass: "transient",
    message: `Too many attempts. Try again in ${wait} seconds.`,
    retry_after: wait,
    quota: { most: rule.max, window_seconds: rule.windowSeconds },
  });
}

/** A success: the person's own earlier slips no longer count. */
export function forgetSignInAttempts(rt: Runtime, account: string, headers: Headers): void {
  for (const { name } of rulesFor(account, headers))
    if (!name.startsWith("address:")) limitOf(rt).clear(name);
}
