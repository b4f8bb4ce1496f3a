import { z } from "zod";
import { ERROR_CLASSES } from "./errors";
import { CLASS_ALIASES } from "./event-class";
import { SENTRY_KEEPS } from "./sentry/sentry-keeps";
import { wordings } from "./wordings";

/** A rule of the installation's own: what the pattern finds is replaced by the label (decision 0061). */
export const scrubRule = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/, "must be a short name such as customer_number"),
  /** In RE2's syntax, which is read in time that grows with the text alone. */
  pattern: z.string().min(1).max(500),
  label: z
    .string()
    .min(1)
    .max(40)
    .regex(/^[^\p{Cc}]+$/u, "must be one line"),
});
export type ScrubRule = z.infer<typeof scrubRule>;

/** Whether the runtime knows the IANA zone. */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** What producers call a class, and which it is. Classes are read in any case, so a name stands here in lower case. */
const classAliases = z
  .record(
    z
      .string()
      .min(1)
      .max(100)
      .refine((name) => name === name.trim().toLowerCase(), "must be in lower case, without blanks around it")
      .refine((name) => !ERROR_CLASSES.some((own) => own === name), "must not be a class's own name"),
    z.enum(ERROR_CLASSES),
  )
  .refine((aliases) => Object.keys(aliases).length <= 200, "must be at most 200");

export const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, "must be an IANA time zone such as Europe/Berlin");

/** What an installation decides for itself. */
export const settingsSchema = z.object({
  /** The zone of axes, stamps and day boundaries. */
  time_zone: timeZone,
  /** Codes counted as unmapped; decided at ingest, so history does not move. */
  unmapped_codes: z
    .array(z.string().min(1).max(100))
    .max(50)
    .refine((codes) => codes.includes("internal_error"), "must contain internal_error"),
  /** Applied at ingest, so history does not move. */
  class_aliases: classAliases,
  /** How many days events and what hangs on them are kept, and how old one may be that comes in. */
  retention_days: z.int().min(1).max(3650),
  /** The unmapped share to reach, 0 to 1. */
  unmapped_share_target: z.number().min(0).max(1),
  /** Whether e-mail addresses are hidden before anything is stored. */
  scrub_email_addresses: z.boolean(),
  /** Which numbers are hidden as those of cards: `domain/scrub-rules.ts`. */
  scrub_card_numbers: z.enum(["kept", "marked", "all"]),
  scrub_rules: z
    .array(scrubRule)
    .max(50)
    .refine(
      (rules) => new Set(rules.map(({ name }) => name)).size === rules.length,
      "must differ in their names",
    ),
  /** What of Sentry's events is kept that is dropped otherwise (decision 0138). */
  sentry_keeps: z
    .array(z.enum(SENTRY_KEEPS))
    .refine((keeps) => new Set(keeps).size === keeps.length, "must not repeat itself"),
  /** What support says, by class and where the effect stands; only what differs from what Errata brings (decision 0094). */
  wordings,
});
export type Settings = z.infer<typeof settingsSchema>;

/** What holds while nothing was decided. */
export const DEFAULT_SETTINGS: Settings = {
  time_zone: "UTC",
  unmapped_codes: ["internal_error"],
  class_aliases: CLASS_ALIASES,
  retention_days: 90,
  unmapped_share_target: 0.05,
  scrub_email_addresses: true,
  scrub_card_numbers: "marked",
  scrub_rules: [],
  sentry_keeps: [],
  wordings: {},
};

/**
 * What is stored, as far as it can be read, and the names of the rest. Each by itself: one that cannot be read must not
 * put how long events are kept back to its default.
 */
export function readableSettings(stored: Record<string, unknown>): {
  settings: Partial<Settings>;
  unreadable: string[];
} {
  const read = Object.entries(settingsSchema.shape)
    .filter(([name]) => stored[name] !== undefined)
    .map(([name, shape]) => ({ name, ...shape.safeParse(stored[name]) }));
  return {
    settings: Object.fromEntries(read.filter(({ success }) => success).map(({ name, data }) => [name, data])),
    unreadable: read.filter(({ success }) => !success).map(({ name }) => name),
  };
}
