import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Database, Transaction } from "@/db/client";
import { accounts } from "@/db/schema/accounts";
import { people } from "@/db/schema/people";
import { instantFromPostgres } from "@/domain/instant";
import type { Confinement } from "@/domain/permissions";
import { confineGrants } from "./confinement";

/** A library-owned Date column as our RFC 3339 text. */
const asInstant = (column: PgColumn) =>
  sql<string | null>`${column}`.mapWith((text: string | null) =>
    text === null ? null : instantFromPostgres(text),
  );

/** Names its columns in full: in a select list Drizzle leaves the tables out, and `id` is then the account's own. */
const hasAccount = sql<boolean>`exists (select from ${accounts} where accounts.person_id = people.id)`;

const PERSON_COLUMNS = {
  id: people.id,
  name: people.name,
  email: people.email,
  roles: people.roles,
  tenants: people.tenants,
  environments: people.environments,
  services: people.services,
  time_zone: people.time_zone,
  disabled_at: asInstant(people.disabled_at),
  created_at: asInstant(people.created_at),
  /** Whether they have set a password yet. */
  accepted: hasAccount,
};

export type PersonRow = Awaited<ReturnType<typeof listPersonRows>>[number];

/** People by name whose own confinement lies within the reader's; one person when `id` is given. */
export function listPersonRows(db: Database | Transaction, confinement: Confinement, id?: string) {
  return db
    .select(PERSON_COLUMNS)
    .from(people)
    .where(and(confineGrants(confinement, people), id === undefined ? undefined : eq(people.id, id)))
    .orderBy(asc(people.name), asc(people.id));
}

/** The person of this id, whoever asks; for their own profile and for signing in. */
export async function findPersonRow(db: Database | Transaction, id: string): Promise<PersonRow | null> {
  const rows = await db.select(PERSON_COLUMNS).from(people).where(eq(people.id, id));
  return rows[0] ?? null;
}

export type NewPerson = Pick<
  typeof people.$inferInsert,
  "name" | "email" | "roles" | "tenants" | "environments" | "services"
>;

/** Adds a person; their id, or null when the e-mail address is taken. */
export async function insertPerson(tx: Transaction, person: NewPerson): Promise<string | null> {
  const rows = await tx
    .insert(people)
    .values({ ...person, email: person.email.toLowerCase() })
    .onConflictDoNothing({ target: people.email })
    .returning({ id: people.id });
  return rows[0]?.id ?? null;
}

/** Somebody who can sign in and manage everything; without one, nobody could ever again. */
const isUsableAdmin = and(
  sql`'admin' = any(${people.roles})`,
  isNull(people.disabled_at),
  isNull(people.tenants),
  isNull(people.environments),
  isNull(people.services),
  hasAccount,
);

/**
 * Serialises whatever may change who is an admin: two admins demoting each other at the same instant
 * would each still see the other under READ COMMITTED. Held until the transaction ends.
 */
export async function lockAdmins(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('errata.admins', 0))`);
}

/** Whether an admin exists who can sign in. Take `lockAdmins` first where the answer is acted on. */
export async function hasUsableAdmin(tx: Database | Transaction): Promise<boolean> {
  const rows = await tx.select({ id: people.id }).from(people).where(isUsableAdmin).limit(1);
  return rows.length > 0;
}

/** Whether anybody was ever added. */
export async function hasAnyPerson(tx: Database | Transaction): Promise<boolean> {
  const rows = await tx.select({ id: people.id }).from(people).limit(1);
  return rows.length > 0;
}

export type PersonChange = Partial<
  Pick<typeof people.$inferInsert, "name" | "roles" | "tenants" | "environments" | "services" | "time_zone">
> & { disabled?: boolean | undefined };

/**
 * Changes a person unless that would leave no usable admin; false when it would. Needs `lockAdmins`.
 * `staysAdmin`: whether the person is an unconfined, enabled admin after the change.
 */
export async function updatePersonRow(
  tx: Transaction,
  id: string,
  change: PersonChange,
  staysAdmin: boolean,
): Promise<boolean> {
  const { disabled, ...columns } = change;
  const rows = await tx
    .update(people)
    .set({ ...columns, ...disabledColumn(disabled), updated_at: sql`now()` })
    .where(and(eq(people.id, id), staysAdmin ? undefined : anotherAdminOrNone(id)))
    .returning({ id: people.id });
  return rows.length > 0;
}

function disabledColumn(disabled: boolean | undefined): { disabled_at?: SQL | null } {
  if (disabled === undefined) return {};
  return { disabled_at: disabled ? sql`coalesce(${people.disabled_at}, now())` : null };
}

function anotherAdminOrNone(id: string): SQL {
  return sql`(not coalesce(${isUsableAdmin}, false) or exists (
    select from people as other
    where other.id <> ${id} and 'admin' = any(other.roles) and other.disabled_at is null
      and other.tenants is null and other.environments is null and other.services is null
      and exists (select from accounts where accounts.person_id = other.id)))`;
}
