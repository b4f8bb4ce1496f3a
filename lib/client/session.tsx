"use client";

import { createContext, type ReactNode, use } from "react";
import type { Capability, Confinement, Role } from "@/domain/permissions";

/** Who looks at the page. Capabilities decide what is drawn; the server decides again on every call. */
export type Session = {
  id: string;
  name: string;
  email: string;
  roles: readonly Role[];
  capabilities: readonly Capability[];
  /** What part of everything they see */
  confinement: Confinement;
  /** IANA zone all times are written in */
  zone: string;
};

const SessionContext = createContext<Session | null>(null);

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** The person at the page; only below the console's layout. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error("useSession is used outside the console's layout");
  return session;
}

/** Whether to draw what needs this capability. */
export function useMay(capability: Capability): boolean {
  return useSession().capabilities.includes(capability);
}
