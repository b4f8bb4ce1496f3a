import { sql } from "drizzle-orm";
import type { ValueFilters } from "@/domain/filters";
import type { Confinement } from "@/domain/permissions";
import type { MillisRange } from "@/domain/rate-pieces";

export type RecoveryFilters = Pick<
  ValueFilters,
  "service" | "environment" | "tenant" | "tool" | "code" | "class" | "release"
>;
export type KnownFrom = "reported" | "computed";
/** A release as it went out to one service and environment; an environment of null is all of them. */
export type ReleaseMark = { service: string | null; environment: string | null; released_at: string };

export type RecoveryQuestion = {
  known_from: KnownFrom;
  filters: RecoveryFilters;
  confinement: Confinement;
  from: string;
  to: string;
  /** What before and after are told apart by; null: nothing is compared. */
  compare: { release: string; marks: readonly ReleaseMark[] } | null;
  /** How many rows are read at most, the newest first; of days that are summed up, all. */
  rows: number;
  pairs: number;
  /** Of reported ones: days that are read as a whole, and what is left; null: all by their rows. */
  days: { whole: number[]; rest: MillisRange[] } | null;
};

/** The day (UTC) of an episode, and of several the run that is named: of their newest day, the last by name. */
export const DAY = sql`date_trunc('day', occurred_at, 'UTC')`;
export const LAST_RUN = sql`(array_agg(run_id order by ${DAY} desc, run_id desc))[1]`;
