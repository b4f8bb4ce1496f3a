import { z } from "zod";
import { EFFECTS } from "@/domain/effect";
import { EVENT_CLASSES } from "@/domain/event-class";
import { LEAK_KINDS } from "@/domain/leak-kinds";
import { LINT_RULES, type LintCode, SEVERITIES } from "@/domain/lint/rules";
import { itemError } from "./ingest";

/** The most that is read at once, in bytes: no model is given more. */
export const LINT_BYTES = 256 * 1024;

/**
 * `POST /api/v1/lint`. `result`: what a tool returned, as an object, as JSON text or as the sentence it is; also an MCP
 * result or a JSON-RPC answer.
 */
export const lintRequest = z.strictObject({
  result: z.unknown().optional(),
  tool: z
    .string()
    .max(200)
    .regex(/^[^\0]*\S[^\0]*$/, "must not be blank")
    .optional(),
  /** Left out: as the tool is declared. */
  writes: z.boolean().optional(),
  /** The key the call was made with, where the body does not say it. */
  idempotency_key: z.string().max(255).optional(),
});
export type LintRequest = z.input<typeof lintRequest>;

export const lintFinding = z.object({
  code: z.enum(Object.keys(LINT_RULES) as [LintCode, ...LintCode[]]),
  severity: z.enum(SEVERITIES),
  /** Where, as a JSON pointer into the body; "" is all of it. */
  pointer: z.string(),
  why: z.string(),
  fix: z.string(),
  /** What leaked, and its surroundings with every leak masked. */
  leak: z.object({ kind: z.enum(LEAK_KINDS), shown: z.string() }).optional(),
});
export type LintFinding = z.output<typeof lintFinding>;

const better = z.object({
  body: z.record(z.string(), z.unknown()),
  /** What somebody who knows has to put in or to confirm. */
  placeholders: z.array(z.object({ pointer: z.string(), put_in: z.string() })),
  /** The same as an MCP result, where one was sent. */
  result: z
    .object({
      isError: z.literal(true),
      structuredContent: z.record(z.string(), z.unknown()),
      content: z.array(z.object({ type: z.literal("text"), text: z.string() })),
    })
    .nullable(),
});

const ingested = z.object({
  /** `skipped`: an MCP result that does not say isError. */
  status: z.enum(["accepted", "rejected", "skipped"]),
  /** What would be stored. */
  event: z
    .object({
      code: z.string(),
      class: z.enum(EVENT_CLASSES),
      effect: z.enum(EFFECTS).nullable(),
      unmapped: z.boolean(),
      marks: z.array(z.string()),
      ignored_fields: z.int(),
    })
    .nullable(),
  /** Why not. */
  error: itemError.nullable(),
});

export const lintAnswer = z.object({
  read_as: z.enum(["body", "event", "mcp_result", "json_rpc_error", "text", "nothing"]),
  /** Where in the result the body was found, as a JSON pointer; where that is a text, in the JSON within. */
  body_at: z.string(),
  /** Whether the tool writes, as it was judged by; null: nobody said. */
  writes: z.boolean().nullable(),
  /** The worst first. */
  findings: z.array(lintFinding),
  /** Null where nothing failed, or nothing is to better. */
  better: better.nullable(),
  /**
   * What `POST /api/v1/events` would make of the body as it is, the tool's name beside it, or `POST /api/v1/mcp-results`
   * of what came by MCP; null where nothing failed.
   */
  ingest: ingested.nullable(),
});
export type LintAnswer = z.output<typeof lintAnswer>;
