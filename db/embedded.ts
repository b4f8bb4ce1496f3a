import { randomBytes } from "node:crypto";
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { createDatabase } from "@/db/client";
import { type Hold, holdFolder, isCode } from "@/db/embedded-holder";
import { initialiseCluster } from "@/db/embedded-initdb";
import { findOrphan, type RunningCluster, startCluster, stopProcess } from "@/db/embedded-server";
import type { ClusterOptions } from "@/db/embedded-spawn";
import { databaseUser, reachableBinaries, reachableDataDir } from "@/db/embedded-user";
import { StartupError } from "@/domain/startup-error";

export type EmbeddedOptions = {
  /** Where everything lives; made when it is missing. Two servers never share one. */
  dataDir: string;
  /** Gets the few lines a person should see: what was moved and why. */
  log: Log;
  /** PostgreSQL settings on top of ours, e.g. `{ fsync: "off" }` for a database that may be lost. */
  settings?: Record<string, string>;
};

type Log = (line: string) => void;

export type EmbeddedDatabase = {
  /** Of the database `errata`, with the password in it. */
  url: string;
  port: number;
  /** Of the server; another one after it was restarted, null while it is down. */
  pid: () => number | null;
  /** Saves and ends the server, then gives the folder back. */
  stop: () => Promise<void>;
};

/**
 * Starts the PostgreSQL that comes with Errata, on a free loopback port. The folder survives restarts; a
 * folder whose last owner was killed is repaired, one that is in use is refused.
 *
 * @throws StartupError with one line for a person: folder in use, not writable, disk full, no OS user.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const dataDir = resolve(options.dataDir);
  prepareFolder(dataDir);
  const hold = holdFolder(dataDir);
  try {
    return await start(dataDir, hold, options);
  } catch (error) {
    hold.release();
    throw asStartupError(error, dataDir);
  }
}

async function start(dataDir: string, hold: Hold, options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const user = databaseUser(join(dataDir, "postgres"), options.log);
  const home = reachableDataDir(dataDir, user, options.log);
  const binaries = await reachableBinaries(user, options.log);
  const orphan = findOrphan(home);
  if (orphan !== null) await stopProcess(orphan, 30);
  const cluster = {
    home,
    binaries,
    user,
    password: readOrMakePassword(home),
    settings: options.settings ?? {},
  };
  initialiseCluster(cluster);
  const running = await startCluster(cluster);
  hold.update({ database_port: running.port });
  await makeDatabase(serverUrl(cluster, running.port));
  return handle(cluster, running, hold, options.log);
}

async function makeDatabase(server: string): Promise<void> {
  const { sql, close } = createDatabase({ url: `${server}/postgres`, max: 1 });
  try {
    const [found] = await sql`SELECT 1 FROM pg_database WHERE datname = 'errata'`;
    if (!found) await sql`CREATE DATABASE errata`;
  } finally {
    await close();
  }
}

function handle(cluster: ClusterOptions, first: RunningCluster, hold: Hold, log: Log): EmbeddedDatabase {
  let running = first;
  let stopping = false;
  // The last resort when Errata leaves by `process.exit`: the server saves and ends by itself.
  const atExit = () => running.process.kill("SIGINT");
  process.once("exit", atExit);

  // Killed by the system for its memory, or by hand: the pool waits and goes on with the same address.
  const supervise = () => {
    running.process.once("exit", async () => {
      if (stopping) return;
      log("The database ended unexpectedly; starting it again.");
      try {
        running = await startCluster(cluster, first.port);
        supervise();
      } catch (error) {
        log(`The database could not be started again: ${error instanceof Error ? error.message : error}`);
      }
    });
  };
  supervise();

  return {
    url: `${serverUrl(cluster, first.port)}/errata`,
    port: first.port,
    pid: () => running.process.pid ?? null,
    stop: async () => {
      if (stopping) return;
      stopping = true;
      process.off("exit", atExit);
      const { pid, exitCode, signalCode } = running.process;
      if (pid && exitCode === null && signalCode === null) await stopProcess(pid, 30);
      hold.release();
    },
  };
}

function serverUrl(cluster: ClusterOptions, port: number): string {
  return `postgres://errata:${cluster.password}@127.0.0.1:${port}`;
}

/**
 * Makes the folder and those above it, one by one: Node 20's own recursive mkdir never comes back where the
 * file system answers ENOENT for a folder it will not make (`/proc`).
 */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above);
  try {
    mkdirSync(path, { mode: 0o755 });
  } catch (error) {
    // Another start may have been quicker; whose folder it is is decided later.
    if (!existsSync(path)) throw error;
  }
}

function prepareFolder(dataDir: string): void {
  try {
    makeFolder(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw asStartupError(error, dataDir);
  }
}

function readOrMakePassword(home: string): string {
  const file = join(home, "database-password");
  if (!existsSync(file)) {
    if (existsSync(join(home, "postgres", "PG_VERSION"))) {
      throw new StartupError(
        `${file} is missing, so the database beside it cannot be opened: restore that file.`,
      );
    }
    writeFileSync(file, `${randomBytes(24).toString("base64url")}\n`, { mode: 0o600 });
  }
  chmodSync(file, 0o600);
  return readFileSync(file, "utf8").trim();
}

function asStartupError(error: unknown, dataDir: string): unknown {
  if (isCode(error, "ENOSPC"))
    return new StartupError(`The disk that holds ${dataDir} is full.`, { cause: error });
  if (
    isCode(error, "EACCES") ||
    isCode(error, "EPERM") ||
    isCode(error, "EROFS") ||
    isCode(error, "ENOENT")
  ) {
    const hint = "make it writable for the user who starts Errata, or set ERRATA_DATA_DIR to another folder";
    return new StartupError(`The data folder ${dataDir} is not writable: ${hint}.`, { cause: error });
  }
  if (isCode(error, "ENOTDIR") || isCode(error, "EEXIST")) {
    return new StartupError(`The data folder ${dataDir} is not a folder: set ERRATA_DATA_DIR to one.`, {
      cause: error,
    });
  }
  return error;
}
