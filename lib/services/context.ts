import type { Database } from "@/db/client";
import type { Caller } from "@/domain/permissions";
import type { Settings } from "@/domain/settings";
import type { runtime } from "./runtime";

export type Runtime = ReturnType<typeof runtime>;
export type Hub = Runtime["hub"];
export type Logger = Runtime["log"];

/** What every verb gets besides its input: who asks, and the process-wide state it may use. */
export type ServiceContext = {
  db: Database;
  caller: Caller;
  now: () => Date;
  hub: Hub;
  log: Logger;
  settings: Settings;
};

/** The context of one call by this caller. */
export function createContext(rt: Runtime, caller: Caller, settings: Settings): ServiceContext {
  return { db: rt.db, caller, now: () => new Date(), hub: rt.hub, log: rt.log, settings };
}
