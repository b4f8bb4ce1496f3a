import { z } from "zod";
import { isCarriedNumber, isNestedWithin, mayBeAsShort, stringifyJson } from "./json";
import { withLookAhead, withoutLookAhead } from "./look-ahead";
import { inPlainWords } from "./plain-words";
import { scrubText } from "./scrub/scrub-text";

/** Free-form values (`received`, `permitted`, `attributes`) nest at most this deep. */
const MAX_DEPTH = 32;
/** Of `received`, `permitted` and `attributes`, as JSON. */
export const MAX_FREE_BYTES = 16 * 1024;

/** Absent and null mean the same on the wire: producers serialise what they do not know as null. */
const optional = <Shape extends z.ZodType>(shape: Shape) => shape.nullish();
const label = (limit: number) => z.string().max(limit);
const id = (limit: number) => optional(z.string().min(1).max(limit));

const free = z
  .unknown()
  // First what is too long by far, so that nobody walks through megabytes to refuse them.
  .refine((value) => mayBeAsShort(value, MAX_FREE_BYTES), {
    error: "must be at most 16 KiB of JSON",
    abort: true,
  })
  .refine((value) => isNestedWithin(value, MAX_DEPTH), {
    error: `must not nest deeper than ${MAX_DEPTH} levels`,
    abort: true,
  })
  .refine(
    (value) => value === undefined || stringifyJson(value).length <= MAX_FREE_BYTES,
    "must be at most 16 KiB of JSON",
  );

/** Read by rules of its own and never refused for what it is, but by how deep it is. */
const token = z
  .unknown()
  .refine((value) => isNestedWithin(value, MAX_DEPTH), `must not nest deeper than ${MAX_DEPTH} levels`);

const isPlainObject = (value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !isCarriedNumber(value);

/** 1–128 characters without white space or control characters (CONTRACT "Events"). */
export const referenceShape = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[^\s\p{Cc}]+$/u, "must not hold white space or control characters");

/** 1–200 characters, not blank. */
export const toolShape = z.string().max(200).regex(/\S/, "must not be blank");

export const partShape = optional(label(200));

/** One failed tool call as a producer reports it. Unknown members are ignored, so a body a tool already returns is valid once it names its `tool`. */
export const reportedEvent = z.object({
  reference: referenceShape,
  tool: toolShape,
  code: token.optional(),
  error: token.optional(),
  type: token.optional(),
  class: token.optional(),
  message: optional(z.string()),
  user_message: optional(z.string()),
  field: optional(label(1000)),
  received: free.optional(),
  permitted: free
    .refine((value) => value === undefined || value === null || Array.isArray(value), "must be an array")
    .optional(),
  precondition: optional(label(4000)),
  hint: optional(label(4000)),
  retryable: optional(z.boolean()),
  retry_after: optional(z.number().min(0)),
  effect: token.optional(),
  idempotency_key: id(255),
  attempt: optional(z.int32().min(1)),
  run_id: id(255),
  turn: optional(z.int32().min(0)),
  call_id: id(255),
  arguments_hash: id(255),
  tenant: partShape,
  environment: partShape,
  service: partShape,
  release: partShape,
  trace_id: optional(z.string().regex(/^[0-9a-fA-F]{32}$/, "must be 32 hexadecimal digits")),
  span_id: optional(z.string().regex(/^[0-9a-fA-F]{16}$/, "must be 16 hexadecimal digits")),
  event_id: optional(z.guid("must be a UUID")),
  occurred_at: optional(
    z.string(
      "must be RFC 3339 text with an offset, such as 2026-11-15T00:34:38Z; seconds or milliseconds since 1970 are not read",
    ),
  ),
  attributes: free.refine((value) => value === null || isPlainObject(value), "must be an object").optional(),
});
export type ReportedEvent = z.infer<typeof reportedEvent>;

/** The fields a producer may send: anything else is ignored and counted. */
export const REPORTED_FIELDS: ReadonlySet<string> = new Set(Object.keys(reportedEvent.shape));

/** What a rejected item is told: the error contract, for one field. */
export type Rejection = {
  code: string;
  class: "validation" | "authorization";
  message: string;
  field?: string;
  received?: unknown;
  permitted?: readonly unknown[];
  hint?: string;
  retryable: false;
};

/** The first Zod issue as a rejection: `<field>_required` where the field is missing, else `invalid_<field>`. */
export function rejectionOfIssue(error: z.ZodError, item: unknown): Rejection {
  const issue = error.issues[0];
  const field = issue?.path.map(String).join(".") || "body";
  const top = String(issue?.path[0] ?? "body");
  const sent = issue ? readPath(item, issue.path) : undefined;
  const missing = sent === undefined || sent === null;
  return {
    code: missing ? `${top}_required` : `invalid_${top}`,
    class: "validation",
    message: missing
      ? `The field ${field} is required.`
      : `The field ${field} is not valid: ${inPlainWords(issue?.message ?? "")}.`,
    field,
    ...(missing ? {} : { received: short(sent) }),
    retryable: false,
  };
}

function readPath(item: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
    item,
  );
}

const SHORT = 100;

/** Scrubbed before it is cut, or it might end in half a credential. */
function shortText(text: string): string {
  const scrubbed = scrubText(withLookAhead(text, SHORT)).text;
  return withoutLookAhead(scrubbed, text, SHORT).slice(0, SHORT).toWellFormed();
}

/** What was received, short enough to be shown: strings are cut, objects and arrays named. */
function short(value: unknown): unknown {
  if (isCarriedNumber(value)) return stringifyJson(value);
  if (typeof value === "string") return value.length > SHORT ? `${shortText(value)}…` : value;
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : value;
}
