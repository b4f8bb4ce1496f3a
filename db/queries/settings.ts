import { eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { secrets } from "@/db/schema/secrets";
import { settings } from "@/db/schema/settings";

/** The stored settings by name; missing ones have their defaults. */
export async function readSettings(db: Database | Transaction): Promise<Record<string, unknown>> {
  const rows = await db.select({ name: settings.name, value: settings.value }).from(settings);
  return Object.fromEntries(rows.map((row) => [row.name, row.value]));
}

/** Stores these settings and leaves the others as they are. */
export async function writeSettings(tx: Transaction, values: Record<string, unknown>): Promise<void> {
  const rows = Object.entries(values).map(([name, value]) => ({ name, value }));
  if (rows.length === 0) return;
  await tx
    .insert(settings)
    .values(rows)
    .onConflictDoUpdate({
      target: settings.name,
      set: { value: sql`excluded.value`, updated_at: sql`now()` },
    });
}

/** One setting, held until the transaction ends, so that what is made of it replaces nothing that nobody saw. */
export async function lockSetting(tx: Transaction, name: string, missing: unknown): Promise<unknown> {
  await tx.insert(settings).values({ name, value: missing }).onConflictDoNothing();
  const [row] = await tx
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.name, name))
    .for("update");
  return row?.value;
}

/** The secret of this name; the first candidate offered to an empty database stays, whoever offered it. */
export async function ensureSecret(db: Database, name: string, candidate: string): Promise<string> {
  await db.insert(secrets).values({ name, value: candidate }).onConflictDoNothing();
  const rows = await db.select({ value: secrets.value }).from(secrets).where(eq(secrets.name, name));
  if (rows[0] === undefined) throw new Error(`secret ${name} is not there after it was made`);
  return rows[0].value;
}
