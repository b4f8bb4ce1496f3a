import { z } from "zod";
import { PROBE_COMPARISONS, PROBE_EFFECTS, PROBE_OUTCOMES } from "@/domain/probe";
import { sanitizeText } from "@/domain/text";
import { toolName } from "./queue-parts";

const oneLine = (limit: number) =>
  z
    .string()
    .max(limit)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, "must not hold control characters");

/** `{secret}` in a value is filled in when it is sent; nothing else is. */
export const probeHeader = z.strictObject({
  name: z
    .string()
    .max(100)
    .regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/, "must be the name of an HTTP header"),
  value: oneLine(1024).refine((value) => /^[\x20-\x7e]*$/.test(value), "must be plain ASCII"),
});

/** The first rule that holds says what an answer means. */
export const probeRule = z.strictObject({
  effect: z.enum(PROBE_EFFECTS),
  /** Any of them. */
  statuses: z.array(z.int().min(200).max(499)).min(1).max(20),
  /** Into the JSON body, like `data.0.status`; null or left out: the status alone decides. */
  path: z.string().max(200).transform(sanitizeText).nullable().default(null),
  comparison: z.enum(PROBE_COMPARISONS).nullable().default(null),
  /** For `equals` one, for `one_of` several; compared as text. */
  values: z.array(z.string().max(200).transform(sanitizeText)).max(50).default([]),
});

/** `PUT /api/v1/tools/{tool}/probe`: how the outside system is asked whether an effect is there. */
export const probeBody = z.strictObject({
  /**
   * `https://…/{idempotency_key}`: each part is percent-encoded. `{secret}` stands in headers only. Where it names an
   * attempt (`{call_id}`, `{attr.…}` …), each attempt in doubt is asked about.
   */
  url: oneLine(2048).meta({ example: "https://provider.example/refunds/{idempotency_key}" }),
  headers: z.array(probeHeader).max(20).default([]),
  /** Write-only. Left out: stays as it is, as long as the URL's origin does; null: taken away. */
  secret: oneLine(4096)
    .refine((secret) => secret !== "", "must not be empty; null takes the secret away")
    .refine((secret) => /^[\x20-\x7e]*$/.test(secret), "must be plain ASCII, since it stands in a header")
    .nullable()
    .optional(),
  rules: z.array(probeRule).min(1).max(20),
  /** Whether a duty asks by itself, with back-off. */
  automatic: z.boolean().default(false),
  /** A page waits 30 s for its answer, so asking takes no longer than that. */
  timeout_seconds: z.int().min(1).max(25).default(10),
});
export type ProbeBody = z.input<typeof probeBody>;

export const probe = z.object({
  tool: z.string(),
  url: z.string(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  /** The secret itself is never answered. */
  has_secret: z.boolean(),
  rules: z.array(
    z.object({
      effect: z.enum(PROBE_EFFECTS),
      statuses: z.array(z.int()),
      path: z.string().nullable(),
      comparison: z.enum(PROBE_COMPARISONS).nullable(),
      values: z.array(z.string()),
    }),
  ),
  automatic: z.boolean(),
  timeout_seconds: z.int(),
  updated_at: z.string(),
  updated_by: z.string(),
});
export type Probe = z.output<typeof probe>;

export const probeParams = z.object({ tool: toolName });

/**
 * `POST /api/v1/tools/{tool}/probe/try`: asks with what is typed and attaches nothing. Values come from the
 * case, and from `values` where those say otherwise. Without `probe` the stored one is tried.
 */
export const probeTry = z.strictObject({
  case_id: z
    .guid()
    .transform((id) => id.toLowerCase())
    .optional(),
  values: z.record(z.string().max(100), z.string().max(500)).default({}),
  probe: probeBody.optional(),
});
export type ProbeTry = z.input<typeof probeTry>;

/** What asking came to. */
export const triedProbe = z.object({
  outcome: z.enum(PROBE_OUTCOMES),
  /** Where it went, without secrets; null when it could not be filled in. */
  url: z.string().nullable(),
  status: z.int().nullable(),
  /** Counts from 0; null when none held. */
  rule: z.int().nullable(),
  /** What was found at the rule's path, scrubbed. */
  found: z.string().nullable(),
  /** The beginning of the answer, scrubbed. */
  excerpt: z.string().nullable(),
  /** Why it failed or says nothing. */
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  duration_ms: z.int(),
});
export type TriedProbe = z.output<typeof triedProbe>;

/** One asking about a case. */
export const probeRun = z.object({
  run_id: z.int(),
  opening: z.int(),
  by: z.string(),
  by_id: z.string(),
  by_kind: z.enum(["person", "key", "system"]),
  /** What was seen is as old as that. */
  asked_at: z.string(),
  duration_ms: z.int(),
  outcome: z.enum(PROBE_OUTCOMES),
  status: z.int().nullable(),
  /** A code: why it failed or says nothing. `redirected`, `not_askable`, `not_all_absent`, `not_all_asked` … */
  error: z.string().nullable(),
  /** What stood at the rule's path; where several attempts were in doubt, how many of them said what. */
  found: z.string().nullable(),
  /** The evidence it made or refreshed. */
  evidence_id: z.guid().nullable(),
});
export type ProbeRun = z.output<typeof probeRun>;
