import { z } from "zod";
import {
  ALERTING_SILENCES,
  DUE_MINUTES_MOST,
  RATE_UNITS,
  WINDOW_MINUTES_MOST,
} from "@/domain/alerts/condition";
import { EVENT_CLASSES } from "@/domain/event-class";
import { LEAK_KINDS } from "@/domain/leak-kinds";
import { isPlainName } from "@/domain/text";

const COUNT_MOST = 1_000_000;

const windowMinutes = z.int().min(1).max(WINDOW_MINUTES_MOST);
const codeName = z
  .string()
  .min(1, "must not be empty")
  .max(200, "must have at most 200 characters")
  .refine(isPlainName, "must not hold control characters");

const unmappedShare = z.strictObject({
  kind: z.literal("unmapped_share"),
  above: z.number().min(0).lt(1),
  window_minutes: windowMinutes,
  min_failures: z.int().min(1).max(COUNT_MOST),
});
const rate = z
  .strictObject({
    kind: z.literal("rate"),
    code: codeName.nullable().default(null),
    class: z.enum(EVENT_CLASSES).nullable().default(null),
    above: z.number().min(0).max(COUNT_MOST),
    per: z.enum(RATE_UNITS),
    window_minutes: windowMinutes,
  })
  .refine(({ code, class: errorClass }) => (code === null) !== (errorClass === null), {
    message: "give either code or class",
    path: ["code"],
  });
const silence = z.strictObject({
  kind: z.literal("silence"),
  /** Null: any code. Retired ones never count. */
  code: codeName.nullable().default(null),
  states: z
    .array(z.enum(ALERTING_SILENCES))
    .min(1, "give at least one")
    .transform((chosen) => ALERTING_SILENCES.filter((state) => chosen.includes(state)))
    .default([...ALERTING_SILENCES]),
});
const leak = z.strictObject({
  kind: z.literal("leak"),
  /** Null: any kind. */
  leak_kinds: z
    .array(z.enum(LEAK_KINDS))
    .min(1, "give at least one, or null for all")
    .transform((chosen) => LEAK_KINDS.filter((kind) => chosen.includes(kind)))
    .nullable()
    .default(null),
  window_minutes: windowMinutes,
});
const casesDue = z.strictObject({
  kind: z.literal("cases_due"),
  /** 0: only those past their deadline. */
  within_minutes: z.int().min(0).max(DUE_MINUTES_MOST),
  /** Fires with more cases than these. */
  above: z.int().min(0).max(COUNT_MOST).default(0),
});

/** What an alert watches (docs/alerts.md). Strict, for a mistyped limit would be none. */
export const alertCondition = z
  .discriminatedUnion("kind", [unmappedShare, rate, silence, leak, casesDue])
  .meta({ example: { kind: "unmapped_share", above: 0.05, window_minutes: 60, min_failures: 20 } });
