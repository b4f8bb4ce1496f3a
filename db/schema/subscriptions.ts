import { sql } from "drizzle-orm";
import { check, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "./instant";

/**
 * Who is told by webhook, and of what. A filter that is null lets everything pass; the row of a removed one
 * stays, because its deliveries tell of it.
 */
export const subscriptions = pgTable(
  "subscriptions",
  {
    subscription_id: uuid().primaryKey(),
    name: text().notNull(),
    url: text().notNull(),
    types: text().array().notNull(),
    tenants: text().array(),
    environments: text().array(),
    services: text().array(),
    tools: text().array(),
    /** Sealed (`lib/platform/sealed.ts`). */
    secret: text().notNull(),
    /** The one before a rotation: signs beside the new one until its end. */
    previous_secret: text(),
    previous_secret_until: instant(),
    paused_at: instant(),
    paused_by: text(),
    /** By the receiver's own 410. */
    disabled_at: instant(),
    removed_at: instant(),
    /** Since when every try failed; null while the last one worked. */
    failing_since: instant(),
    last_delivered_at: instant(),
    created_at: instant().notNull(),
    created_by: text().notNull(),
    updated_at: instant().notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    check("subscriptions_name", sql`btrim(${table.name}) <> ''`),
    check("subscriptions_types", sql`${table.types} <> '{}'`),
    check("subscriptions_pause", sql`(${table.paused_at} is null) = (${table.paused_by} is null)`),
    check(
      "subscriptions_rotation",
      sql`(${table.previous_secret} is null) = (${table.previous_secret_until} is null)`,
    ),
  ],
);
