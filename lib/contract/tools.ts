import { z } from "zod";
import { isPlainName, sanitizeText } from "@/domain/text";
import { AUTOMATIC_SETTLING } from "@/domain/tool-rules";
import { shortText, toolName } from "./queue-parts";

const YEAR_SECONDS = 31_536_000;
const MONTH_SECONDS = 2_592_000;

/** A link to the outside system, `{idempotency_key}` and other parts filled in. */
export const linkTemplate = z.strictObject({
  label: shortText,
  url: z
    .string()
    .max(2048)
    .regex(/^https?:\/\/\S+$/i, "must be an http or https URL without spaces"),
});

/** Left out: stays as it is. Null or blank: taken away. */
const text = (limit: number) =>
  z
    .string()
    .max(limit)
    .nullable()
    .transform((sent) => sanitizeText((sent ?? "").trim()) || null)
    .optional();

/** `PUT /api/v1/tools/{tool}`: what is left out stays as it is, hence no name may be mistyped. */
export const toolBody = z.strictObject({
  /** Null: nobody said. Only `false` makes a tool read-only. */
  writes: z.boolean().nullable().optional(),
  in_flight_seconds: z.int().min(0).max(MONTH_SECONDS).optional(),
  key_life_seconds: z.int().min(60).max(YEAR_SECONDS).optional(),
  sla_seconds: z.int().min(60).max(YEAR_SECONDS).optional(),
  needs_second_person: z.boolean().optional(),
  /** How long before a deadline people are reminded of it. */
  remind_seconds: z.int().min(0).max(YEAR_SECONDS).optional(),
  /** Whether an unmapped failure that did not report its effect opens a case, where the tool writes. */
  infers_unknown: z.boolean().optional(),
  /** Which machine evidence may settle a case by itself. */
  settles_automatically: z.enum(AUTOMATIC_SETTLING).optional(),
  owner: text(200).refine((sent) => !sent || isPlainName(sent), "must be on one line"),
  /** Markdown. */
  runbook: text(65_536),
  link_templates: z.array(linkTemplate).max(20).optional(),
});
export type ToolBody = z.input<typeof toolBody>;

export const toolParams = z.object({ tool: toolName });

export const tool = z.object({
  tool: z.string(),
  writes: z.boolean().nullable(),
  in_flight_seconds: z.int(),
  key_life_seconds: z.int(),
  sla_seconds: z.int(),
  needs_second_person: z.boolean(),
  remind_seconds: z.int(),
  infers_unknown: z.boolean(),
  settles_automatically: z.enum(AUTOMATIC_SETTLING),
  owner: z.string().nullable(),
  runbook: z.string().nullable(),
  link_templates: z.array(z.object({ label: z.string(), url: z.string() })),
  first_seen_at: z.string(),
  updated_at: z.string().nullable(),
  updated_by: z.string().nullable(),
});
export type Tool = z.output<typeof tool>;

export const toolList = z.object({
  /** With whether the outside can be asked about it; how is its probe's to say. */
  items: z.array(tool.extend({ has_probe: z.boolean() })),
  next_cursor: z.null(),
});
export type ToolList = z.output<typeof toolList>;
