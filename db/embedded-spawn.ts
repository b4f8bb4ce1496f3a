import { join } from "node:path";
import type { Binaries, OsUser } from "@/db/embedded-user";

export type ClusterOptions = {
  /** Holds `postgres/` (the cluster), `postgres.log` and nothing the outside may read. */
  home: string;
  binaries: Binaries;
  user: OsUser;
  password: string;
  settings: Record<string, string>;
};

/** Spawns a program as the database's user, from a folder that user can surely enter. */
export function identity(user: OsUser): { uid?: number; gid?: number; cwd?: string } {
  return user ? { uid: user.uid, gid: user.gid, cwd: "/" } : {};
}

/** PGPORT, PGDATA and the like of the person's shell are not meant for this server. */
export function environment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("PG"));
  return { ...Object.fromEntries(inherited), NODE_ENV: process.env.NODE_ENV, LC_ALL: "C", LANG: "C" };
}

/** One line of what a program wrote, with what to do about the two usual reasons. */
export function explain(output: string, what: string, home: string): string {
  if (/No space left on device/i.test(output)) return `${what}: the disk that holds ${home} is full.`;
  if (/Permission denied|not permitted/i.test(output))
    return `${what}: ${home} is not accessible (${first(output)}).`;
  return `${what}: ${first(output)} (log: ${join(home, "postgres.log")})`;
}

function first(output: string): string {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  const telling = lines.find((line) => /FATAL|PANIC|error:/i.test(line)) ?? lines.at(-1) ?? "no output";
  return telling.replace(/^.*?(FATAL|PANIC|error):\s*/i, "").trim();
}
