import { callerOfPerson } from "@/domain/caller";
import type { Caller } from "@/domain/permissions";
import { SESSION_COOKIE } from "@/lib/platform/session-cookie";
import { authOf } from "../auth";
import type { Runtime } from "../context";

export type SessionCaller = { caller: Caller; session_id: string };

/**
 * The person behind a session cookie, or null when the session is unknown, ended or expired, or the person
 * disabled. Two lookups by unique index and no cache: what an admin takes away is gone at the next request.
 */
export async function authenticateSession(rt: Runtime, headers: Headers): Promise<SessionCaller | null> {
  if (!headers.get("cookie")?.includes(`${SESSION_COOKIE}=`)) return null;
  const auth = await authOf(rt);
  const found = await auth.api.getSession({ headers, query: { disableRefresh: true } });
  if (found === null || found.user.disabled_at) return null;
  return { caller: callerOfPerson(found.user), session_id: found.session.id };
}
