import { z } from "zod";

/** `GET /api/v1/settings/retention?retention_days=`: with a number, what keeping so many days would drop. */
export const retentionQuery = z.object({
  retention_days: z.coerce.number().int().min(1).max(3650).optional(),
});

const relation = z.enum(["events", "frames"]);
/** Half-open. */
const range = { from: z.string(), to: z.string() };

const storedPartition = z.object({
  name: z.string(),
  relation,
  ...range,
  rows: z.int(),
  /** Whether `rows` is an estimate, as of large ones. */
  estimated: z.boolean(),
  /** On disk, indexes included. */
  bytes: z.int(),
  /** From when on it is dropped. */
  goes_at: z.string(),
});

const droppedPartition = z.object({
  relation,
  ...range,
  rows: z.int(),
  /** References that are still known to have been there, by the tenant, environment and service they were used in. */
  references_kept: z.int(),
  /** Records that stayed for cases that were unsettled then. */
  frames_kept: z.int(),
  bytes: z.int(),
  dropped_at: z.string(),
});

/** What the next drops would take with `retention_days`. */
const retentionPreview = z.object({
  retention_days: z.int(),
  partitions: z.int(),
  events: z.int(),
  frames: z.int(),
  estimated: z.boolean(),
  bytes: z.int(),
  oldest_event_at: z.string().nullable(),
  /** Everything from before goes; null when nothing does. */
  until: z.string().nullable(),
});

export const retention = z.object({
  retention_days: z.int(),
  /** What holds while nothing was decided: `ERRATA_RETENTION_DAYS`. */
  default_days: z.int(),
  /** How old what comes in may be; less than is kept for a while after that was raised. */
  accepted_days: z.int(),
  /** How many days a new partition holds. */
  partition_days: z.int(),
  /** Nothing is dropped until then, because the retention was changed a moment ago. */
  rests_until: z.string().nullable(),
  partitions: z.array(storedPartition),
  /** The last twenty, newest first. */
  dropped: z.array(droppedPartition),
  kept: z.object({
    /** Partitions that were ever dropped, their rows, and what is still known of their references. */
    partitions: z.int(),
    rows: z.int(),
    references: z.int(),
    references_bytes: z.int(),
    /** Frames of dropped partitions that stay for cases. */
    frames: z.int(),
    oldest_event_at: z.string().nullable(),
    open_quarantine: z.int(),
    oldest_open_quarantine_at: z.string().nullable(),
  }),
  preview: retentionPreview,
});
export type Retention = z.output<typeof retention>;
export type RetentionPreview = z.output<typeof retentionPreview>;
