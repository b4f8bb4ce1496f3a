import { z } from "zod";

/** Whether the runtime knows the IANA zone. */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

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
  /** The unmapped share to reach, 0 to 1. */
  unmapped_share_target: z.number().min(0).max(1),
});
export type Settings = z.infer<typeof settingsSchema>;

/** What holds while nothing was decided. */
export const DEFAULT_SETTINGS: Settings = {
  time_zone: "UTC",
  unmapped_codes: ["internal_error"],
  unmapped_share_target: 0.05,
};
