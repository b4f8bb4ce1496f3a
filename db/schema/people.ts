import { sql } from "drizzle-orm";
import { boolean, check, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** Timestamps of the sign-in tables are written by the library as JS Dates, so they keep its type. */
export const libraryTime = () => timestamp({ withTimezone: true, precision: 6, mode: "date" });

/** Operators. Roles add up; null in a confinement column means not confined on that part. */
export const people = pgTable(
  "people",
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    email: text().notNull().unique(),
    email_verified: boolean().notNull().default(false),
    image: text(),
    roles: text().array().notNull().default(sql`'{}'`),
    tenants: text().array(),
    environments: text().array(),
    services: text().array(),
    time_zone: text(),
    disabled_at: libraryTime(),
    created_at: libraryTime().notNull().defaultNow(),
    updated_at: libraryTime().notNull().defaultNow(),
  },
  (table) => [
    check("people_roles", sql`${table.roles} <@ array['support', 'reconciler', 'engineer', 'admin']`),
    check("people_email_folded", sql`${table.email} = lower(${table.email})`),
  ],
);
