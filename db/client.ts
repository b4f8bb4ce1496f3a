import { Socket } from "node:net";
import type { ExtractTablesWithRelations } from "drizzle-orm";
import type { PgTransaction } from "drizzle-orm/pg-core";
import { drizzle, type PostgresJsDatabase, type PostgresJsQueryResultHKT } from "drizzle-orm/postgres-js";
import postgres, { type Notice } from "postgres";
import { type FrozenWatch, watchForFrozen } from "./frozen-watch";

type NoSchema = Record<string, never>;

/** A pool of connections, or anything that queries like one; a transaction is one as well. */
export type Database = PostgresJsDatabase<NoSchema>;

/** The pool as postgres.js: for statements that Drizzle cannot say. */
export type Sql = postgres.Sql;

/** An open transaction: what `db.transaction(async (tx) => …)` hands out. */
export type Transaction = PgTransaction<
  PostgresJsQueryResultHKT,
  NoSchema,
  ExtractTablesWithRelations<NoSchema>
>;

export type DatabaseOptions = {
  /** `postgres://user:password@host:port/database?sslmode=require` */
  url: string;
  /** The most connections that may be open at once. */
  max: number;
  /** Notices are dropped unless someone asks for them: `IF NOT EXISTS` is not news. */
  onNotice?: (notice: Notice) => void;
  /** Named prepared statements; off behind a transaction pooler such as PgBouncer. */
  prepare?: boolean;
  /** Shown in pg_stat_activity. */
  applicationName?: string;
  /** Never close a connection for its age or idleness: what a LISTEN needs. */
  keepOpen?: boolean;
  /** Payloads of the channels this session listens on. */
  onNotify?: (payload: string) => void;
  /** Fail what waits for a database that no longer answers, after some 15 s, instead of waiting with it. */
  failsWhenFrozen?: boolean;
  /** A connection has ended, whoever ended it. */
  onClose?: () => void;
};

export type DatabaseHandle = {
  /** Drizzle over the pool. */
  db: Database;
  /**
   * The same pool as postgres.js. Drizzle takes over its serialisers, so JSON goes in as a string
   * (`${JSON.stringify(x)}::text::json`), and timestamps come out as the strings PostgreSQL wrote.
   */
  sql: Sql;
  /** Waits up to `timeoutSeconds` (default 5) for running queries, then closes every connection. */
  close: (timeoutSeconds?: number) => Promise<void>;
};

/**
 * Opens a pool; connections are made when the first query needs them.
 * Sessions speak UTC and ISO, so that `timestamptz` text never depends on where the server stands, nor on what its
 * owner set for the database (`ALTER DATABASE … SET datestyle`). A transaction pooler knows these settings.
 */
export function createDatabase(options: DatabaseOptions): DatabaseHandle {
  const watch = options.failsWhenFrozen ? watchFor(options.url) : null;
  const settings: DriverOptions = {
    max: options.max,
    prepare: options.prepare ?? true,
    onnotice: options.onNotice ?? (() => {}),
    connection: {
      application_name: options.applicationName ?? "errata",
      ...{ TimeZone: "UTC", DateStyle: "ISO, YMD", standard_conforming_strings: "on" },
    },
    socket: (target) => watch?.watch(connectWithoutDelay(target)) ?? connectWithoutDelay(target),
    onnotify: (_channel, payload) => options.onNotify?.(payload),
    onclose: () => options.onClose?.(),
    ...(options.keepOpen ? { idle_timeout: 0, max_lifetime: null } : {}),
    // Who waits must not wait for ever longer pauses between two tries.
    ...(options.failsWhenFrozen ? { backoff: () => 0.1, connect_timeout: 10 } : {}),
  };
  const sql = postgres(options.url, settings);
  return {
    db: drizzle(sql),
    sql,
    close: async (timeoutSeconds = 5) => {
      await watch?.close();
      await sql.end({ timeout: timeoutSeconds });
    },
  };
}

/** Asks by a pool of one, whose connection is given up with the question that it does not answer. */
function watchFor(url: string): FrozenWatch {
  const open = () => createDatabase({ url, max: 1, prepare: false, applicationName: "errata watch" });
  let asking: DatabaseHandle | null = null;
  const watch = watchForFrozen(async () => {
    asking?.close(0).catch(() => {});
    asking = open();
    await asking.sql`SELECT 1`;
    await asking.close(0);
  });
  return {
    watch: watch.watch,
    close: async () => {
      await watch.close();
      await asking?.close(0).catch(() => {});
    },
  };
}

/** What the driver takes but does not declare. */
type DriverOptions = postgres.Options<Record<string, never>> & {
  socket: typeof connectWithoutDelay;
  onnotify: (channel: string, payload: string) => void;
};

type Target = { host: string[]; port: number[]; path?: string | false };

let nextHost = 0;

/**
 * postgres.js leaves TCP_NODELAY off, which costs small statements up to 40 ms each: batches of 500 go
 * from 0.40 of the speed of one COPY connection to 0.54 with it on. Its `socket` option is the only door.
 *
 * The socket is handed over while it still connects: writes are buffered until then, and an error reaches
 * the driver's own listeners, which return the pool's slot. A rejected promise would lose that slot for
 * ever. `host` is set because the driver takes the TLS server name from it. Several hosts take turns.
 */
function connectWithoutDelay(target: Target): Socket {
  const socket = new Socket();
  if (target.path) return gatherWrites(socket.connect(target.path));
  const turn = target.host.length > 1 ? nextHost++ % target.host.length : 0;
  const host = target.host[turn] ?? "localhost";
  const port = target.port[turn] ?? 5432;
  Object.assign(socket, { host, port });
  return gatherWrites(socket.setNoDelay(true).connect(port, host));
}

/**
 * What is written in one turn goes out as one: a write wakes the backend, which costs more than a statement's bytes,
 * and the driver writes each large statement by itself. To be called after `connect`, which puts Node's own `write` back.
 */
function gatherWrites(socket: Socket): Socket {
  const write = socket.write.bind(socket) as (...of: unknown[]) => boolean;
  let gathering = false;
  const flush = () => {
    gathering = false;
    socket.uncork();
  };
  return Object.assign(socket, {
    write: (...of: unknown[]): boolean => {
      if (!gathering) {
        gathering = true;
        socket.cork();
        process.nextTick(flush);
      }
      return write(...of);
    },
  });
}
