import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { bytewiseText } from "./events";
import { bytea, frameColumns } from "./frames";
import { instant } from "./instant";

/**
 * Every partition that retention took, for ever (DESIGN 8). While `dropped_at` is null it is only prepared: its
 * references are written down, and its rows are still there.
 */
export const droppedPartitions = pgTable(
  "dropped_partitions",
  {
    partition_id: integer().primaryKey().generatedAlwaysAsIdentity(),
    relation: text({ enum: ["events", "frames"] }).notNull(),
    name: text().notNull(),
    /** Half-open. */
    from_at: instant().notNull(),
    to_at: instant().notNull(),
    rows: bigint({ mode: "number" }).notNull(),
    /** References by place: one that was used by two tenants is two. */
    references_kept: bigint({ mode: "number" }).notNull(),
    /** What it took on disk, indexes included. */
    bytes: bigint({ mode: "number" }).notNull(),
    /** Records that stay for the cases that were unsettled when it was dropped. */
    frames_kept: integer().notNull().default(0),
    prepared_at: instant().notNull(),
    dropped_at: instant(),
  },
  (table) => [
    uniqueIndex("dropped_partitions_prepared").on(table.relation, table.name).where(sql`dropped_at is null`),
    index("dropped_partitions_by_time").on(table.dropped_at),
    check("dropped_partitions_relation", sql`${table.relation} in ('events', 'frames')`),
    check("dropped_partitions_range", sql`${table.from_at} < ${table.to_at}`),
  ],
);

/**
 * The references of a dropped partition, as sorted hashes in rows of about 128: 8 bytes of SHA-256 each
 * (`db/queries/reference-hash.ts`), and beside each in the same order 4 bytes that name its place. Equal hashes never part.
 */
export const droppedReferences = pgTable(
  "dropped_references",
  {
    partition_id: integer()
      .notNull()
      .references(() => droppedPartitions.partition_id, { onDelete: "cascade" }),
    first_hash: bytea().notNull(),
    hashes: bytea().notNull(),
    places: bytea().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.partition_id, table.first_hash] }),
    check("dropped_references_whole", sql`length(${table.hashes}) = 2 * length(${table.places})`),
  ],
);

/** Where dropped references were used, so that a person who is confined is told of their own and of no others. */
export const places = pgTable(
  "places",
  {
    place_id: integer().primaryKey().generatedAlwaysAsIdentity(),
    tenant: text(),
    environment: text(),
    service: text(),
  },
  (table) => [unique("places_once").on(table.tenant, table.environment, table.service).nullsNotDistinct()],
);

/** References of dropped events that cases still keep as attempts, so that they are found by what is near them too. */
export const keptReferences = pgTable(
  "kept_references",
  { reference: bytewiseText().primaryKey(), skeleton: bytewiseText().notNull() },
  (table) => [index("kept_references_by_skeleton").on(table.skeleton)],
);

/** Frames of cases that were unsettled when their partition was dropped (DESIGN 8). */
export const keptFrames = pgTable(
  "kept_frames",
  { ...frameColumns(), kept_at: instant().notNull() },
  (table) => [primaryKey({ columns: [table.reference, table.captured_at, table.frames_id] })],
);
