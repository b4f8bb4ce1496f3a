import { z } from "zod";
import { EFFECTS } from "./effect";
import { EVENT_CLASSES } from "./event-class";
import { parseInstant } from "./instant";

const VALUES_MAX = 100;

/** One value or several; repeated names in a query mean "any of". */
export function anyOf<T>(each: z.ZodType<T>) {
  return z.preprocess(
    (sent) => (sent === undefined || Array.isArray(sent) ? sent : [sent]),
    z.array(each).max(VALUES_MAX).optional(),
  );
}

/** PostgreSQL takes no NUL in text, and nothing stored holds one. */
const value = z
  .string()
  .max(200)
  .regex(/^[^\0]*$/, "must not hold NUL");

/** A `+` that nobody percent-encoded arrives as a space; in front of an offset nothing else can be meant. */
const restorePlus = (text: string) => text.replace(/ (\d{2}:\d{2})$/, "+$1");

/** RFC 3339 with an offset, as canonical UTC text with microseconds. */
export const instantParameter = z.string().transform((text, context) => {
  const instant = parseInstant(restorePlus(text));
  if (instant !== null && instant.micros >= 0) return instant.iso;
  context.addIssue({
    code: "custom",
    message: "must be an RFC 3339 time with an offset, 1970 or later, such as 2026-11-15T00:00:00Z",
  });
  return z.NEVER;
});

/** The parts that an event may leave out and that have no word of their own for it, as `effect` has `null`. */
export const LEFT_OUT = ["service", "environment", "tenant", "release"] as const;

/** What `except` can take away: `code:rate_limited`; an empty value is "not reported". */
const EXCEPT = /^(service|environment|tenant|tool|code|class|effect|release):([^\0]{0,200})$/s;

/**
 * The filters that every reading answers to (CONTRACT "Reading"). `from` and `to` are half-open; `effect`
 * `null` is "not reported", apart from `unknown`. `absent` asks for events without that part, `except` for all but
 * these values: together they lead from the rest of a chart, and from what has no name, to exactly its rows.
 */
export const eventFilters = z.object({
  from: instantParameter.optional(),
  to: instantParameter.optional(),
  service: anyOf(value),
  environment: anyOf(value),
  tenant: anyOf(value),
  tool: anyOf(value),
  code: anyOf(value),
  class: anyOf(z.enum(EVENT_CLASSES)),
  effect: anyOf(z.enum([...EFFECTS, "null"])),
  release: anyOf(value),
  unmapped: anyOf(z.enum(["true", "false"])),
  absent: anyOf(z.enum(LEFT_OUT)),
  except: anyOf(
    z.string().regex(EXCEPT, "must be a dimension, a colon and a value, such as code:rate_limited"),
  ),
});
export type EventFilters = z.output<typeof eventFilters>;

/** The filters that name values; `from` and `to` are the range. */
export const VALUE_FILTERS = [
  "service",
  "environment",
  "tenant",
  "tool",
  "code",
  "class",
  "effect",
  "release",
  "unmapped",
] as const;
export type ValueFilter = (typeof VALUE_FILTERS)[number];

/** The filters without their range. */
export type ValueFilters = Pick<EventFilters, ValueFilter | "absent" | "except">;

/** Whether the filter narrows anything; an empty list means "not set". */
export function isSet(filters: ValueFilters, name: ValueFilter): boolean {
  return (filters[name]?.length ?? 0) > 0;
}

/** What `except` takes away of one dimension: values, and whether "not reported" is among them. Null: nothing. */
export function exceptionsOf(
  filters: ValueFilters,
  name: ValueFilter,
): { values: string[]; unreported: boolean } | null {
  const taken = (filters.except ?? []).flatMap((each) => {
    const [, dimension, value = ""] = EXCEPT.exec(each) ?? [];
    return dimension === name ? [value] : [];
  });
  if (taken.length === 0) return null;
  return { values: taken.filter((value) => value !== ""), unreported: taken.includes("") };
}

/** Whether the filters look at this dimension in any way: who answers them must know it. */
export function asksAbout(filters: ValueFilters, name: ValueFilter): boolean {
  const absent: readonly string[] = filters.absent ?? [];
  return isSet(filters, name) || absent.includes(name) || exceptionsOf(filters, name) !== null;
}
