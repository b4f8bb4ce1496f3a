import { execFileSync } from "node:child_process";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { StartupError } from "@/domain/startup-error";

/** Who works on a data folder: written to `holder.json` in it. */
export type Holder = {
  pid: number;
  /** RFC 3339, UTC. */
  since: string;
  host: string;
  /** Tells a process from a later one with the same pid: in a container both are often pid 1. */
  process_started: string;
  /** Where its database listens; null until it does. */
  database_port: number | null;
};

export type Hold = { update: (change: Partial<Holder>) => void; release: () => void };

/**
 * Takes the data folder for this process. What a dead process left behind is taken over.
 * @throws StartupError naming the holder, when it is alive.
 */
export function holdFolder(dataDir: string): Hold {
  const file = join(dataDir, "holder.json");
  let mine: Holder = {
    pid: process.pid,
    since: new Date().toISOString(),
    host: hostname(),
    process_started: processStarted(process.pid) ?? "unknown",
    database_port: null,
  };
  for (let tries = 0; !claim(file, mine); tries += 1) {
    const other = readHolder(file);
    if (other && isAlive(other)) throw new StartupError(describe(dataDir, other));
    if (tries > 20) throw new StartupError(`${file} cannot be taken over: delete it and start again.`);
    setAside(file, other);
  }
  return {
    update: (change) => {
      mine = { ...mine, ...change };
      write(`${file}.new`, mine);
      renameSync(`${file}.new`, file);
    },
    release: () => {
      if (readHolder(file)?.process_started === mine.process_started) rmSync(file, { force: true });
    },
  };
}

/** `link` is the atomic "create unless it exists" that never shows a half-written file. */
function claim(file: string, holder: Holder): boolean {
  const draft = `${file}.${process.pid}`;
  try {
    write(draft, holder);
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (isCode(error, "EEXIST")) return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Moves a dead holder's file out of the way. Between reading and moving, another starter may have put its
 * own there: then it is put back, and the next round finds it alive. Should even that be lost, PostgreSQL's
 * own lock still lets only one server into the folder.
 */
function setAside(file: string, expected: Holder | null): void {
  const aside = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, aside);
    const moved = readHolder(aside);
    if (moved && moved.process_started !== expected?.process_started) linkSync(aside, file);
  } catch (error) {
    if (!isCode(error, "ENOENT") && !isCode(error, "EEXIST")) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function write(file: string, holder: Holder): void {
  writeFileSync(file, `${JSON.stringify(holder)}\n`, { mode: 0o644 });
}

function readHolder(file: string): Holder | null {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isHolder(value) ? value : null;
  } catch {
    // Missing, or cut short by a crash: nobody we could name holds it.
    return null;
  }
}

function isHolder(value: unknown): value is Holder {
  return typeof value === "object" && value !== null && "pid" in value && "process_started" in value;
}

function isAlive(holder: Holder): boolean {
  const started = processStarted(holder.pid);
  return started !== null && (started === holder.process_started || holder.process_started === "unknown");
}

function describe(dataDir: string, holder: Holder): string {
  const since = `${holder.since.slice(0, 19).replace("T", " ")} UTC`;
  const port = holder.database_port === null ? "database starting" : `database port ${holder.database_port}`;
  return `${dataDir} is in use by process ${holder.pid} since ${since} (${port}): stop that one, or set ERRATA_DATA_DIR to another folder.`;
}

/** When a process began, as text that only that process has; null when there is none. */
export function processStarted(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z") return null;
    // Field 22, counted in ticks since boot, so the boot belongs to it.
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim()}:${fields[19]}`;
  } catch {
    return process.platform === "linux" ? null : askPs(pid);
  }
}

function askPs(pid: number): string | null {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!isCode(error, "EPERM")) return null;
  }
  try {
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim() || null;
  } catch {
    return "unknown";
  }
}

export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
