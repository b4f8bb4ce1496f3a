import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { processStarted } from "@/db/embedded-holder";
import { type ClusterOptions, environment, explain, identity } from "@/db/embedded-spawn";
import { StartupError } from "@/domain/startup-error";

export type RunningCluster = { process: ChildProcess; port: number };

/** How long a server may take to come up: crash recovery reads the log since the last checkpoint. */
const READY_SECONDS = 120;

const SETTINGS: Record<string, string> = {
  listen_addresses: "127.0.0.1",
  // A socket path has a length limit that a deep checkout exceeds; the loopback port is enough.
  unix_socket_directories: "",
  timezone: "UTC",
  log_timezone: "UTC",
  // Failed statements carry customers' data: they reach the program as errors, not this log.
  log_min_messages: "log",
  log_checkpoints: "off",
  max_wal_size: "2GB",
  checkpoint_timeout: "15min",
  wal_compression: "pglz",
  random_page_cost: "1.1",
  // A partitioned query locks every partition and index it may touch.
  max_locks_per_transaction: "256",
};

/**
 * Starts the server and waits until it answers: on a free loopback port, or on the one it had before.
 * Two things pass by themselves: a port taken between asking for it and using it, and the children of a
 * killed server that have not yet noticed and still hold the shared memory.
 */
export async function startCluster(options: ClusterOptions, samePort?: number): Promise<RunningCluster> {
  let failure = "";
  for (let tries = 0; tries < 8; tries += 1) {
    if (tries > 0) await pause(Math.min(50 * 2 ** tries, 2_000));
    disownStaleLock(options.home);
    const port = samePort ?? (await freePort());
    const child = spawnPostgres(options, port);
    const reason = await untilReady(child, options.home);
    if (reason === null) return { process: child, port };
    failure = reason;
    if (!/could not bind|could not create any TCP|shared memory block/i.test(reason)) break;
  }
  throw new StartupError(explain(failure, "PostgreSQL did not start", options.home));
}

/**
 * `postmaster.pid` of a dead server stops the next one when its pid is a zombie that nobody buries (a
 * container without an init) or belongs to another program by now. Deleting the file would also delete
 * the address of the shared memory, by which PostgreSQL finds children still at work. It overlooks the pid
 * of its own parent, though, so that is what the first line gets.
 */
function disownStaleLock(home: string): void {
  const lines = readPostmaster(home);
  if (!lines || findOrphan(home) !== null) return;
  writeFileSync(
    join(home, "postgres", "postmaster.pid"),
    [String(process.pid), ...lines.slice(1)].join("\n"),
  );
}

/** Ends a server within `seconds`: sessions are cut, work is saved; at last without asking. */
export async function stopProcess(pid: number, seconds: number): Promise<void> {
  for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    signalProcess(pid, signal);
    const end = Date.now() + (signal === "SIGINT" ? seconds * 1000 : 2000);
    while (Date.now() < end) {
      if (processStarted(pid) === null) return;
      await pause(20);
    }
  }
}

/** The server that a killed Errata left running on this cluster, if there is one. */
export function findOrphan(home: string): number | null {
  const pid = Number(readPostmaster(home)?.[0]);
  if (!Number.isInteger(pid) || pid <= 1 || processStarted(pid) === null) return null;
  // The pid may belong to someone else by now: only a command line that names this cluster counts.
  const ps = spawnSync("ps", ["-o", "args=", "-ww", "-p", String(pid)], { encoding: "utf8" });
  const commandLine = existsSync(`/proc/${pid}/cmdline`)
    ? readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")
    : (ps.stdout ?? "");
  return commandLine.includes(join(home, "postgres")) ? pid : null;
}

function spawnPostgres(options: ClusterOptions, port: number): ChildProcess {
  const log = openSync(join(options.home, "postgres.log"), "w", 0o600);
  const settings = Object.entries({ ...SETTINGS, ...options.settings, port: String(port) });
  const child = spawn(
    options.binaries.postgres,
    [
      "-D",
      join(options.home, "postgres"),
      ...settings.flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ],
    // A process group of its own: Ctrl-C in the terminal must not end the database before Errata has
    // committed what it holds. The log is a file, so that a killed Errata leaves no broken pipe.
    { ...identity(options.user), env: environment(), stdio: ["ignore", log, log], detached: true },
  );
  child.unref();
  closeSync(log);
  return child;
}

/** Null once the server accepts connections, else the reason from its log. */
async function untilReady(child: ChildProcess, home: string): Promise<string | null> {
  let failure: string | null = null;
  child.once("error", (error) => {
    failure = error.message;
  });
  const end = Date.now() + READY_SECONDS * 1000;
  while (failure === null && Date.now() < end) {
    if (child.exitCode !== null || child.signalCode !== null) return readLog(home);
    const status = readPostmaster(home);
    // The last line is what pg_ctl looks at, too: starting, ready, stopping.
    if (Number(status?.[0]) === child.pid && status?.[7]?.trim() === "ready") return null;
    await pause(15);
  }
  if (child.pid) await stopProcess(child.pid, 5);
  return failure ?? `it was not ready after ${READY_SECONDS} seconds`;
}

function readLog(home: string): string {
  return readFileSync(join(home, "postgres.log"), "utf8");
}

function readPostmaster(home: string): string[] | null {
  try {
    return readFileSync(join(home, "postgres", "postmaster.pid"), "utf8").split("\n");
  } catch {
    return null;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended already; whoever waits for that will see.
  }
}
