import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  json,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { ALERT_KINDS, type AlertCondition } from "@/domain/alerts/condition";
import { ALERT_CHANGE_KINDS, ALERT_STATES, NO_DATA_REASONS, RESOLVED_BECAUSE } from "@/domain/alerts/states";
import { instant } from "./instant";

/** What is kept of the last reading. */
export type StoredReading = {
  value: number | null;
  no_data: (typeof NO_DATA_REASONS)[number] | null;
  numerator: number | null;
  denominator: number | null;
};

/** What people watch, and where each alert stands; a removed one stays, because its history tells of it. */
export const alerts = pgTable(
  "alerts",
  {
    alert_id: uuid().primaryKey(),
    name: text().notNull(),
    kind: text({ enum: ALERT_KINDS }).notNull(),
    condition: json().$type<AlertCondition>().notNull(),
    tenant: text(),
    environment: text(),
    service: text(),
    tool: text(),
    for_minutes: integer().notNull(),
    resolve_after_minutes: integer().notNull(),
    state: text({ enum: ALERT_STATES }).notNull(),
    state_since: instant().notNull(),
    over_since: instant(),
    clear_since: instant(),
    unknown_since: instant(),
    /** The minute up to which it was evaluated; null: not since it was made or changed. */
    evaluated_to: instant(),
    reading: json().$type<StoredReading>(),
    /** The firing that lasts, or the last one. */
    firing_id: uuid(),
    muted_until: instant(),
    muted_by: text(),
    mute_note: text(),
    created_at: instant().notNull(),
    created_by: text().notNull(),
    updated_at: instant().notNull(),
    updated_by: text().notNull(),
    removed_at: instant(),
    /** Counts what people change; evaluating and muting do not. */
    version: integer().notNull().default(1),
  },
  (table) => [
    check("alerts_name", sql`btrim(${table.name}) <> ''`),
    check(
      "alerts_kind",
      sql`${table.kind} in ('unmapped_share', 'rate', 'silence', 'leak', 'cases_due') and ${table.condition} ->> 'kind' = ${table.kind}`,
    ),
    check("alerts_state", sql`${table.state} in ('no_data', 'ok', 'pending', 'firing', 'resolved')`),
    check(
      "alerts_firing",
      sql`${table.state} not in ('firing', 'resolved') or ${table.firing_id} is not null`,
    ),
    check(
      "alerts_holds",
      sql`${table.for_minutes} between 0 and 1440 and ${table.resolve_after_minutes} between 0 and 1440`,
    ),
    check("alerts_mute", sql`(${table.muted_until} is null) = (${table.muted_by} is null)`),
  ],
);

/** Each time that an alert fired, until it was over. */
export const alertFirings = pgTable(
  "alert_firings",
  {
    firing_id: uuid().primaryKey(),
    alert_id: uuid()
      .notNull()
      .references(() => alerts.alert_id),
    fired_at: instant().notNull(),
    value: doublePrecision().notNull(),
    peak: doublePrecision().notNull(),
    /** When webhooks were told; null: not, because it was muted. Who was told that it fired is told of its end. */
    told_at: instant(),
    acknowledged_at: instant(),
    acknowledged_by: text(),
    acknowledged_note: text(),
    resolved_at: instant(),
    resolved_because: text({ enum: RESOLVED_BECAUSE }),
  },
  (table) => [
    // At most one lasts, whoever evaluates.
    uniqueIndex("alert_firings_lasting").on(table.alert_id).where(sql`resolved_at is null`),
    index("alert_firings_of").on(table.alert_id, table.fired_at),
    check("alert_firings_over", sql`(${table.resolved_at} is null) = (${table.resolved_because} is null)`),
    check(
      "alert_firings_because",
      sql`${table.resolved_because} in ('cleared', 'alert_changed', 'alert_removed')`,
    ),
    check("alert_firings_order", sql`${table.resolved_at} >= ${table.fired_at}`),
    check(
      "alert_firings_acknowledged",
      sql`(${table.acknowledged_at} is null) = (${table.acknowledged_by} is null)`,
    ),
  ],
);

/** What became of an alert, and what people did with it; written in the transaction of what it tells. */
export const alertChanges = pgTable(
  "alert_changes",
  {
    change_id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    alert_id: uuid()
      .notNull()
      .references(() => alerts.alert_id),
    kind: text({ enum: ALERT_CHANGE_KINDS }).notNull(),
    /** The minute to which it was measured, or when a person did it. */
    at: instant().notNull(),
    firing_id: uuid(),
    value: doublePrecision(),
    no_data: text({ enum: NO_DATA_REASONS }),
    resolved_because: text({ enum: RESOLVED_BECAUSE }),
    told: boolean().notNull().default(false),
    /** Of a firing and its end: to how many webhooks it was sent; null: to none yet, or from before this was kept. */
    webhooks: integer(),
    /** Who did it; null: Errata, by measuring. */
    by: text(),
    note: text(),
    until: instant(),
    /** For trimming: `at` may be of a clock that went wrong. */
    recorded_at: instant().notNull(),
  },
  (table) => [
    index("alert_changes_of").on(table.alert_id, table.change_id),
    index("alert_changes_by_age").using("brin", table.recorded_at),
    check(
      "alert_changes_kind",
      sql`${table.kind} in ('no_data', 'ok', 'pending', 'firing', 'resolved', 'created', 'changed', 'removed', 'muted', 'unmuted', 'acknowledged')`,
    ),
  ],
);
