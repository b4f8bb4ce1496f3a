import { randomInt } from "node:crypto";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { digestOfAway } from "@/domain/page-reference";
import type { Capability, Confinement, Role } from "@/domain/permissions";
import { isDatabaseUnavailable } from "@/lib/platform/database-failure";
import { createContext, type ServiceContext } from "@/lib/services/context";
import { loadSettings } from "@/lib/services/load-settings";
import { readProfile } from "@/lib/services/people/read-profile";
import { runtime } from "@/lib/services/runtime";
import { authenticateSession } from "@/lib/services/sessions/authenticate-session";
import { localPath } from "./local-path";

/** The path and query that `proxy.ts` saw, for coming back after signing in. */
export const PATH_HEADER = "x-errata-path";

export type PageSession = {
  id: string;
  name: string;
  email: string;
  roles: readonly Role[];
  capabilities: readonly Capability[];
  confinement: Confinement;
  /** The person's own zone, else the installation's. */
  zone: string;
  /** Whether the data is made up (`npm run demo`). */
  example: boolean;
};

/** The context of the page's reader, looked up once a request; null when nobody is signed in. */
export const findPageCaller = cache((): Promise<ServiceContext | null> => sayingAway(findCaller));

async function findCaller(): Promise<ServiceContext | null> {
  const rt = runtime();
  const session = await authenticateSession(rt, await headers());
  return session === null ? null : createContext(rt, session.caller, await loadSettings(rt));
}

/** That the database is away must be in the digest for the error boundary to know: it is given nothing else. */
async function sayingAway<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    if (!isDatabaseUnavailable(cause)) throw cause;
    const away = new Error("The database does not answer, so this page could not be drawn.", { cause });
    throw Object.assign(away, { digest: digestOfAway(randomInt(10 ** 10)) });
  }
}

/** The context of the page's reader for its first read; sends whoever is not signed in to do so. */
export async function requirePageCaller(): Promise<ServiceContext> {
  const ctx = await findPageCaller();
  if (ctx !== null) return ctx;
  const next = localPath((await headers()).get(PATH_HEADER));
  redirect(next === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(next)}`);
}

/** Who reads the page, as the console draws it. */
export const requirePageSession = cache(async (): Promise<PageSession> => {
  const ctx = await requirePageCaller();
  const { id, name, email, roles, time_zone } = await sayingAway(() => readProfile(ctx));
  return {
    id,
    name,
    email,
    // A CHECK on the column allows nothing but roles.
    roles: roles as Role[],
    capabilities: [...ctx.caller.capabilities],
    confinement: ctx.caller.confinement,
    zone: time_zone ?? ctx.settings.time_zone,
    example: runtime().env.ERRATA_DEMO === "1",
  };
});
