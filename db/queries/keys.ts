import { and, desc, eq, isNull, or, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { keys } from "@/db/schema/keys";
import { sources } from "@/db/schema/sources";
import type { Confinement } from "@/domain/permissions";
import { confine } from "./confinement";

/** Everything but the hash, with the source's name. */
const KEY_COLUMNS = {
  key_id: keys.key_id,
  name: keys.name,
  prefix: keys.prefix,
  source_id: keys.source_id,
  source: sources.name,
  scopes: keys.scopes,
  tenant: keys.tenant,
  environment: keys.environment,
  service: keys.service,
  items_per_minute: keys.items_per_minute,
  created_by: keys.created_by,
  created_at: keys.created_at,
  expires_at: keys.expires_at,
  revoked_at: keys.revoked_at,
  last_used_at: keys.last_used_at,
};

export type KeyRow = Awaited<ReturnType<typeof listKeyRows>>[number];
export type NewKey = Omit<typeof keys.$inferInsert, "key_id" | "created_at" | "revoked_at" | "last_used_at">;

/** The key of this hash, whatever its state; the unique index on `hash` answers it. */
export async function findKeyByHash(db: Database | Transaction, hash: string): Promise<KeyRow | null> {
  const rows = await db
    .select(KEY_COLUMNS)
    .from(keys)
    .innerJoin(sources, eq(sources.source_id, keys.source_id))
    .where(eq(keys.hash, hash));
  return rows[0] ?? null;
}

/** All keys, newest first, revoked ones included. A confined reader sees keys pinned inside their part. */
export function listKeyRows(db: Database | Transaction, confinement: Confinement, keyId?: string) {
  return db
    .select(KEY_COLUMNS)
    .from(keys)
    .innerJoin(sources, eq(sources.source_id, keys.source_id))
    .where(and(confine(confinement, keys), keyId === undefined ? undefined : eq(keys.key_id, keyId)))
    .orderBy(desc(keys.created_at), desc(keys.key_id));
}

/** The id of the source with this name, made when it is new. */
export async function ensureSource(tx: Database | Transaction, name: string): Promise<number> {
  const found = await tx.select({ source_id: sources.source_id }).from(sources).where(eq(sources.name, name));
  if (found[0] !== undefined) return found[0].source_id;
  // The no-op update makes RETURNING answer also when another transaction was quicker.
  const made = await tx
    .insert(sources)
    .values({ name })
    .onConflictDoUpdate({ target: sources.name, set: { name: sql`excluded.name` } })
    .returning({ source_id: sources.source_id });
  if (made[0] === undefined) throw new Error("upsert of a source returned no row");
  return made[0].source_id;
}

/** All sources by name. */
export function listSourceRows(db: Database) {
  return db.select().from(sources).orderBy(sources.name);
}

/** Stores a new key; the id of the row, or null when the hash is there already. */
export async function insertKey(tx: Database | Transaction, key: NewKey): Promise<string | null> {
  const rows = await tx
    .insert(keys)
    .values(key)
    .onConflictDoNothing({ target: keys.hash })
    .returning({ key_id: keys.key_id });
  return rows[0]?.key_id ?? null;
}

/**
 * Whether this person made the key, or a key by which it was made. Of old keys only the maker's name is known, and
 * somebody else of the same name is refused rather than the same person let through.
 */
export async function isMadeBy(
  tx: Database | Transaction,
  key_id: string,
  person: { id: string; name: string },
): Promise<boolean> {
  const [row] = await tx.execute<{ made: boolean }>(sql`
    with recursive made(id, by_name) as (
      select created_by_id, created_by from keys where key_id::text = ${key_id}
      union
      select k.created_by_id, k.created_by from made join keys k on k.key_id::text = made.id)
    select exists(select from made where id = ${person.id} or (id is null and by_name = ${person.name})) as made`);
  return row?.made === true;
}

/** The keys that this person made, or that were made by one of those: each of which `isMadeBy` says so. */
export async function listKeysMadeBy(
  db: Database | Transaction,
  person: { id: string; name: string },
): Promise<Set<string>> {
  const rows = await db.execute<{ key_id: string }>(sql`
    with recursive made(key_id) as (
      select key_id::text from keys
      where created_by_id = ${person.id} or (created_by_id is null and created_by = ${person.name})
      union
      select k.key_id::text from made join keys k on k.created_by_id = made.key_id)
    select key_id from made`);
  return new Set(rows.map(({ key_id }) => key_id));
}

/** Revokes a key that is not revoked yet; its hash, or null when another was quicker or there is none. */
export async function revokeKeyRow(
  tx: Transaction,
  keyId: string,
  confinement: Confinement,
): Promise<string | null> {
  const rows = await tx
    .update(keys)
    .set({ revoked_at: sql`now()` })
    .where(and(eq(keys.key_id, keyId), isNull(keys.revoked_at), confine(confinement, keys)))
    .returning({ hash: keys.hash });
  return rows[0]?.hash ?? null;
}

/** Sets the limit of a key that still works; whether there was one. */
export async function limitKeyRow(
  tx: Transaction,
  keyId: string,
  items_per_minute: number | null,
  confinement: Confinement,
): Promise<boolean> {
  const rows = await tx
    .update(keys)
    .set({ items_per_minute })
    .where(and(eq(keys.key_id, keyId), isNull(keys.revoked_at), confine(confinement, keys)))
    .returning({ key_id: keys.key_id });
  return rows.length > 0;
}

/** Notes the use of a key, at most once a minute however many processes see it. */
export async function touchKey(db: Database, keyId: string): Promise<void> {
  await db
    .update(keys)
    .set({ last_used_at: sql`now()` })
    .where(
      and(
        eq(keys.key_id, keyId),
        or(isNull(keys.last_used_at), sql`${keys.last_used_at} < now() - interval '1 minute'`),
      ),
    );
}

/** Whether any key was ever made here. */
export async function hasAnyKey(tx: Database | Transaction): Promise<boolean> {
  const rows = await tx.select({ key_id: keys.key_id }).from(keys).limit(1);
  return rows.length > 0;
}
