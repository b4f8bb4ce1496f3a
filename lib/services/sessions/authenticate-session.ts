import { type Caller, capabilitiesOfRoles, type Role, UNPINNED } from "@/domain/permissions";
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
  const { user, session } = found;
  const caller: Caller = {
    kind: "person",
    id: user.id,
    name: user.name,
    // A CHECK on the column allows nothing but roles.
    capabilities: capabilitiesOfRoles(user.roles as Role[]),
    confinement: {
      tenants: user.tenants ?? null,
      environments: user.environments ?? null,
      services: user.services ?? null,
    },
    source_id: null,
    pins: UNPINNED,
  };
  return { caller, session_id: session.id };
}
