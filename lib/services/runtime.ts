import { createDatabase, type Database, type Sql } from "@/db/client";
import { createNotifier, startListening } from "@/db/listen";
import { StartupError } from "@/domain/startup-error";
import { type Env, parseEnv } from "@/lib/platform/env";
import { Hub } from "@/lib/platform/hub";
import { createLogger, type Logger } from "@/lib/platform/logger";

export type RuntimeState = {
  env: Env;
  log: Logger;
  /** The one pool, as postgres.js. */
  sql: Sql;
  /** The same pool, as Drizzle. */
  db: Database;
  /** Where the database is, for what needs a connection of its own. */
  databaseUrl: string;
  hub: Hub;
  /** The process's only one of something: made at the first call, the same in every copy of this module. */
  once: <T>(name: string, make: () => T) => T;
  /** What must still happen before the pool closes, e.g. committing a buffer. */
  onStop: (flush: () => Promise<void>) => void;
  /** Commits what is held, ends every wait, closes the connections. The next `runtime()` starts anew. */
  close: () => Promise<void>;
};

const SLOT = Symbol.for("errata");
const holder = globalThis as { [SLOT]?: RuntimeState };

/**
 * The process-wide state. Server, route bundle and instrumentation each hold a copy of this module, so it
 * lives on `globalThis`. `server.ts` makes it; under plain `next start` the first request does, and then
 * DATABASE_URL has to name a migrated database.
 */
export function runtime(): RuntimeState {
  return holder[SLOT] ?? startRuntime();
}

/** Makes the state from the environment, or from what the process already knows better. */
export function startRuntime(known: { env?: Env; log?: Logger; databaseUrl?: string } = {}): RuntimeState {
  const env = known.env ?? parseEnv(process.env);
  const databaseUrl = known.databaseUrl ?? env.DATABASE_URL;
  if (databaseUrl === undefined) {
    throw new StartupError("There is no database: start Errata by `npm start`, or set DATABASE_URL.");
  }
  const state = open(env, known.log ?? createLogger(env.ERRATA_LOG_LEVEL), databaseUrl);
  holder[SLOT] = state;
  return state;
}

function open(env: Env, log: Logger, databaseUrl: string): RuntimeState {
  const prepare = env.DATABASE_PREPARE === "true";
  const { db, sql, close } = createDatabase({
    ...{ url: databaseUrl, max: env.DATABASE_POOL, prepare },
    failsWhenFrozen: true,
  });
  const notifier = createNotifier(databaseUrl, (err) => log.warn({ err }, "a hint was not sent"));
  const hub = new Hub((topic) => notifier.notify([topic]));
  const listener = startListening({
    url: databaseUrl,
    origin: notifier.origin,
    onTopic: (topic) => hub.wake(topic),
    onError: (err) => log.warn({ err }, "the listening connection was lost; trying again"),
  });
  const slots = new Map<string, unknown>();
  const flushes: (() => Promise<void>)[] = [];
  const state: RuntimeState = {
    env,
    log,
    sql,
    db,
    databaseUrl,
    hub,
    once: <T>(name: string, make: () => T): T => {
      if (!slots.has(name)) slots.set(name, make());
      return slots.get(name) as T;
    },
    onStop: (flush) => flushes.push(flush),
    close: async () => {
      hub.close();
      for (const outcome of await Promise.allSettled(flushes.map((flush) => flush()))) {
        if (outcome.status === "rejected")
          log.error({ err: outcome.reason }, "stopping left something undone");
      }
      await Promise.allSettled([listener.close(), notifier.close(), close()]);
      // Only now: a request that is still being answered must not open a second pool.
      if (holder[SLOT] === state) delete holder[SLOT];
    },
  };
  return state;
}
