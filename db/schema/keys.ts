import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "./instant";
import { sources } from "./sources";

/** Keys of machines. Only the SHA-256 is kept; the prefix is for people to tell keys apart. */
export const keys = pgTable(
  "keys",
  {
    key_id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    prefix: text().notNull(),
    hash: text().notNull().unique(),
    source_id: integer()
      .notNull()
      .references(() => sources.source_id),
    scopes: text().array().notNull(),
    tenant: text(),
    environment: text(),
    service: text(),
    created_by: text().notNull(),
    /** The person or key that made it; null for keys made before this was kept. */
    created_by_id: text(),
    created_at: instant().notNull().default(sql`now()`),
    expires_at: instant(),
    revoked_at: instant(),
    last_used_at: instant(),
    /** Requests and reported items a minute; null: the installation's default. */
    items_per_minute: integer(),
  },
  (table) => [
    index("keys_by_source").on(table.source_id),
    check(
      "keys_scopes",
      sql`cardinality(${table.scopes}) > 0 and ${table.scopes} <@ array['ingest', 'verdicts', 'evidence', 'read', 'frames', 'cases', 'admin']`,
    ),
    check("keys_items_per_minute", sql`${table.items_per_minute} > 0`),
    check("keys_hash", sql`${table.hash} ~ '^[0-9a-f]{64}$'`),
  ],
);
