import { ensureSource } from "@/db/queries/keys";
import {
  type Caller,
  capabilitiesOfScopes,
  confinementOfPins,
  type Pins,
  SCOPES,
  UNPINNED,
} from "@/domain/permissions";
import { DEFAULT_SETTINGS } from "@/domain/settings";
import { parseEnv } from "@/lib/platform/env";
import { createContext, type Runtime, type ServiceContext } from "@/lib/services/context";
import { startRuntime } from "@/lib/services/runtime";
import type { TestDatabase } from "./database";

/** The process-wide state over a test's own database; close it before the database is dropped. */
export function openTestRuntime(database: TestDatabase, env: Record<string, string> = {}): Runtime {
  return startRuntime({
    databaseUrl: database.url,
    env: parseEnv({ ERRATA_LOG_LEVEL: "error", DATABASE_URL: database.url, ...env }),
  });
}

export type TestKey = { source?: string; pins?: Partial<Pins>; now?: () => Date };

/** The context of a key with every scope, of a source of its own. */
export async function keyContext(rt: Runtime, key: TestKey = {}): Promise<ServiceContext> {
  const source = key.source ?? "test";
  const pins: Pins = { ...UNPINNED, ...key.pins };
  const caller: Caller = {
    kind: "key",
    id: `key-of-${source}`,
    name: source,
    capabilities: capabilitiesOfScopes(SCOPES),
    confinement: confinementOfPins(pins),
    source_id: await ensureSource(rt.db, source),
    pins,
  };
  const ctx = createContext(rt, caller, DEFAULT_SETTINGS);
  return key.now ? { ...ctx, now: key.now } : ctx;
}
