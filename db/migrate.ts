import { existsSync } from "node:fs";
import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import { createDatabase, type Sql } from "@/db/client";
import { StartupError } from "@/domain/startup-error";

/** Any constant will do, as long as every Errata uses the same: "errata" in ASCII. */
const MIGRATION_LOCK = "111542219666529";

export type MigrateOptions = {
  /** A direct connection: behind a transaction pooler the lock would not hold. */
  url: string;
  /** Default: `db/migrations` beside this file. */
  migrationsFolder?: string;
  /** Told once when another process holds the lock. */
  onWait?: () => void;
};

/**
 * Brings the database to this program's schema, or leaves it as it was: all pending migrations are one
 * transaction, so a `kill -9` in the middle is repaired by starting again. Any number of processes may
 * call it at once; a session advisory lock on its own connection lets one work and the others wait.
 *
 * @throws StartupError when the database was written by a newer Errata, or is not fit to hold it.
 * @returns how many migrations were applied.
 */
export async function migrateDatabase(options: MigrateOptions): Promise<number> {
  const migrationsFolder = options.migrationsFolder ?? join(import.meta.dirname, "migrations");
  if (!existsSync(join(migrationsFolder, "meta", "_journal.json"))) {
    throw new StartupError(
      `There are no migrations in ${migrationsFolder}; this copy of Errata is incomplete.`,
    );
  }
  const { db, sql, close } = createDatabase({ url: options.url, max: 1, applicationName: "errata migrate" });
  try {
    await reach(sql, options.url);
    await lock(sql, options.onWait);
    const before = await appliedMigrations(sql);
    await refuseUnfit(sql, before.length === 0);
    const known = readMigrationFiles({ migrationsFolder }).map((migration) => migration.folderMillis);
    refuseUnknown(before, known);
    await migrate(db, { migrationsFolder });
    return known.length - before.length;
  } finally {
    // Closing the session releases the lock, also when the process dies here.
    await close();
  }
}

/** Asked first, so that a wrong address or password is told from a migration that fails. */
async function reach(sql: Sql, url: string): Promise<void> {
  try {
    await sql`SELECT 1`;
  } catch (cause) {
    const host = URL.canParse(url) ? new URL(url).host : "DATABASE_URL";
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartupError(`The database at ${host} cannot be used: ${reason}.`, { cause });
  }
}

const VERSION_LEAST = 15;

/**
 * What would fail later, and then by losing what was reported: a server that is too old, and an encoding in which not
 * every text can be stored. One that stores bytes as they come was taken before, and stays.
 */
async function refuseUnfit(sql: Sql, is_new: boolean): Promise<void> {
  const [fit] = await sql<{ encoding: string; version: number }[]>`
    SELECT current_setting('server_encoding') AS encoding,
      current_setting('server_version_num')::int / 10000 AS version`;
  if (fit === undefined) return;
  if (fit.version < VERSION_LEAST)
    throw new StartupError(
      `The database is PostgreSQL ${fit.version}; Errata needs ${VERSION_LEAST} or newer.`,
    );
  if (fit.encoding === "UTF8" || (fit.encoding === "SQL_ASCII" && !is_new)) return;
  throw new StartupError(
    `The database's encoding is ${fit.encoding}; Errata needs UTF8, which holds every text: make one with ENCODING 'UTF8' TEMPLATE template0.`,
  );
}

async function lock(sql: Sql, onWait: (() => void) | undefined): Promise<void> {
  const [row] = await sql<
    { held: boolean }[]
  >`SELECT pg_try_advisory_lock(${MIGRATION_LOCK}::bigint) AS held`;
  if (row?.held) return;
  onWait?.();
  await sql`SELECT pg_advisory_lock(${MIGRATION_LOCK}::bigint)`;
}

async function appliedMigrations(sql: Sql): Promise<number[]> {
  const [table] = await sql<{ found: boolean }[]>`
    SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS found`;
  if (!table?.found) return [];
  const rows = await sql<{ created_at: string }[]>`
    SELECT created_at::text FROM drizzle.__drizzle_migrations ORDER BY created_at`;
  return rows.map((row) => Number(row.created_at));
}

/**
 * Drizzle applies whatever is younger than the last applied migration and looks no further: an older
 * program would run happily on a newer schema. So a migration that is not ours stops the start.
 */
function refuseUnknown(applied: number[], known: number[]): void {
  const stranger = applied.find((millis) => !known.includes(millis));
  if (stranger === undefined) return;
  const newest = Math.max(...known);
  throw new StartupError(
    stranger > newest
      ? `The database is newer than this program (its schema is of ${day(stranger)}, this Errata knows up to ${day(newest)}): start the newer version of Errata, or restore a backup from before the upgrade.`
      : `The database holds a migration of ${day(stranger)} that this Errata does not know: it belongs to another build. Start that build, or use another database.`,
  );
}

function day(millis: number): string {
  return new Date(millis).toISOString().slice(0, 16).replace("T", " ");
}
