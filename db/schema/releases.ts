import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, unique } from "drizzle-orm/pg-core";
import { instant } from "./instant";

/** Markers on the time axis: reported by a deployment, or made from the first event that names the release. */
export const releases = pgTable(
  "releases",
  {
    release_id: integer().primaryKey().generatedAlwaysAsIdentity(),
    service: text(),
    environment: text(),
    release: text().notNull(),
    released_at: instant().notNull(),
    url: text(),
    /** `report` is what a deployment said; `event` is a guess that a report replaces. */
    known_from: text({ enum: ["report", "event"] }).notNull(),
  },
  (table) => [
    unique("releases_named").on(table.service, table.environment, table.release).nullsNotDistinct(),
    index("releases_by_time").on(table.released_at),
    check("releases_known_from", sql`${table.known_from} in ('report', 'event')`),
  ],
);
