import { DomainError } from "@/domain/errors";
import type { Caller } from "@/domain/permissions";
import type { Runtime } from "@/lib/services/context";
import { authenticateKey } from "@/lib/services/keys/authenticate-key";
import { authenticateSession } from "@/lib/services/sessions/authenticate-session";
import { headerOf } from "./door-request";

/** `session_id` is null for keys. */
export type Authenticated = { caller: Caller; session_id: string | null };

/** One answer for no key, a bad key, a revoked one and an ended session: the difference helps nobody honest. */
export function unauthenticatedError(): DomainError {
  return new DomainError({
    code: "unauthenticated",
    errorClass: "authorization",
    message: "No valid key or session came with this request.",
    hint: "Send `Authorization: Bearer <key>`, or sign in.",
  });
}

/** The token of an `Authorization: Bearer` header, or null. */
export function bearerToken(request: Request): string | null {
  const header = headerOf(request, "authorization");
  return (header === null ? null : /^Bearer +(\S.*?) *$/i.exec(header)?.[1]) ?? null;
}

/** The key's or the session's caller. A bad key is never overruled by a good cookie beside it. */
export async function authenticate(rt: Runtime, request: Request): Promise<Authenticated> {
  if (headerOf(request, "authorization") !== null) {
    const token = bearerToken(request);
    const caller = token === null ? null : await authenticateKey(rt, token);
    if (caller === null) throw unauthenticatedError();
    return { caller, session_id: null };
  }
  const session = await authenticateSession(rt, request.headers);
  if (session === null) throw unauthenticatedError();
  return session;
}
