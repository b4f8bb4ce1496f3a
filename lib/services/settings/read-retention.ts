import { partitionWidthDays } from "@/db/queries/partitions";
import {
  dropsBefore,
  goesAt,
  readDecidedRetention,
  readDroppedUntil,
  restsUntil,
} from "@/db/queries/retention";
import { readDropped, readKept, readPartitions, type StoredPartition } from "@/db/queries/retention-view";
import { acceptedAge } from "@/domain/accepted-age";
import { forbiddenError } from "@/domain/errors";
import { instantFromDate } from "@/domain/instant";
import { isUnconfined } from "@/domain/permissions";
import type { ServiceContext } from "../context";
import { runtime } from "../runtime";

const DROPPED_SHOWN = 20;

/**
 * What is kept, how long and in how much room, what was dropped, and what would be with another retention. It is about
 * everybody's data, so who is confined to a part may not read it: throws `forbidden`.
 */
export async function readRetention(ctx: ServiceContext, input: { retention_days?: number | undefined }) {
  if (!isUnconfined(ctx.caller.confinement)) throw forbiddenError();
  const rt = runtime();
  const now = instantFromDate(ctx.now()).iso;
  const [decided, dropped_until, partitions, dropped, kept] = await Promise.all([
    readDecidedRetention(ctx.db),
    readDroppedUntil(ctx.db),
    readPartitions(ctx.db),
    readDropped(ctx.db, DROPPED_SHOWN),
    readKept(ctx.db),
  ]);
  const retention_days = decided.retention_days ?? rt.env.ERRATA_RETENTION_DAYS;
  const rests_until = restsUntil(decided);
  return {
    retention_days,
    default_days: rt.env.ERRATA_RETENTION_DAYS,
    accepted_days: acceptedAge(retention_days, dropped_until, now),
    partition_days: partitionWidthDays(retention_days),
    rests_until: rests_until !== null && rests_until > now ? rests_until : null,
    partitions: partitions.map((one) => ({ ...one, goes_at: goesAt(one.to, retention_days) })),
    dropped,
    kept,
    preview: preview(partitions, kept.oldest_event_at, input.retention_days ?? retention_days, now),
  };
}

/** What the next drops would take if so many days were kept. */
function preview(
  partitions: readonly StoredPartition[],
  oldest_event_at: string | null,
  retention_days: number,
  now: string,
) {
  const before = dropsBefore(retention_days, now);
  const going = partitions.filter(({ to }) => to <= before);
  const rowsOf = (relation: StoredPartition["relation"]) =>
    going.filter((one) => one.relation === relation).reduce((sum, { rows }) => sum + rows, 0);
  return {
    retention_days,
    partitions: going.length,
    events: rowsOf("events"),
    frames: rowsOf("frames"),
    estimated: going.some(({ estimated }) => estimated),
    bytes: going.reduce((sum, { bytes }) => sum + bytes, 0),
    oldest_event_at: rowsOf("events") > 0 ? oldest_event_at : null,
    /** The end of the newest that would go; null when none would. */
    until: going.reduce<string | null>(
      (latest, { to }) => (latest === null || to > latest ? to : latest),
      null,
    ),
  };
}
