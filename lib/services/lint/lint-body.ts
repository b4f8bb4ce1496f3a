import { readToolWrites } from "@/db/queries/tool-writes";
import { prepareEvent } from "@/domain/event";
import { instantFromDate } from "@/domain/instant";
import type { Better } from "@/domain/lint/better";
import type { LintSetting } from "@/domain/lint/facts";
import { type Linted, lintResult } from "@/domain/lint/lint-result";
import { inMcpResult } from "@/domain/lint/mcp-result";
import { readPasted } from "@/domain/lint/read-pasted";
import { eventOfMcpResult } from "@/domain/mcp-result/event-of-mcp-result";
import { sanitizeText } from "@/domain/text";
import { digest } from "@/lib/platform/digest";
import { acceptedDays } from "../accepted-days";
import { classNamesOf } from "../class-names";
import type { ServiceContext } from "../context";
import { runtime } from "../runtime";
import { scrubRulesOf } from "../scrubbing";
import { unmappedCodesOf } from "../unmapped-codes";

export type LintBodyInput = {
  /** What the tool returned: an object, its JSON as text, a sentence, an MCP result, a JSON-RPC answer. */
  result?: unknown;
  tool?: string | undefined;
  /** Whether the tool writes; left out, as it is declared. */
  writes?: boolean | undefined;
  /** The key the call was made with, where the body does not say it. */
  idempotency_key?: string | undefined;
};

/**
 * What the contract finds wrong with what a tool returned, the better body, and what ingest would make of it as it is.
 * By the installation's own rules: its unmapped codes, its names of classes, what it hides. Nothing is stored or logged.
 */
export async function lintBody(ctx: ServiceContext, input: LintBodyInput) {
  const tool = input.tool ?? toolIn(input.result);
  const declared = tool === undefined ? null : await readToolWrites(ctx.db, tool, ctx.caller.confinement);
  const writes = input.writes ?? declared;
  const { body, envelope, better, ...linted } = lintResult(input.result, {
    ...settingOf(ctx, input),
    writes,
  });
  return {
    ...linted,
    writes,
    better: better && { ...better, result: resultOf(linted, better) },
    ingest:
      linted.read_as === "nothing" ? null : ingestOf(ctx, itemOf(ctx, { body, envelope, writes, input })),
  };
}

/** The tool that a reported event names. */
function toolIn(result: unknown): string | undefined {
  const { tool } = readPasted(result).body;
  return typeof tool === "string" ? sanitizeText(tool) : undefined;
}

/** E-mail addresses and card numbers are hidden quietly; in a value that is handed back they are the caller's own. */
function settingOf({ settings }: ServiceContext, input: LintBodyInput): Omit<LintSetting, "writes"> {
  return {
    idempotency_key: input.idempotency_key,
    unmapped_codes: unmappedCodesOf(settings),
    class_names: classNamesOf(settings),
    scrub_rules: { ...scrubRulesOf(settings), email_addresses: false, card_numbers: "kept" },
  };
}

function resultOf({ read_as }: Pick<Linted, "read_as">, { body }: Better) {
  return read_as === "mcp_result" || read_as === "json_rpc_error" ? inMcpResult(body) : null;
}

type Asked = Pick<Linted, "body" | "envelope"> & { writes: boolean | null; input: LintBodyInput };

/** What would be reported: to the door of MCP results what came by MCP, else the body. Null: it would be skipped. */
function itemOf({ caller }: ServiceContext, { body, envelope, writes, input }: Asked): unknown {
  const { tool = "tool", idempotency_key } = input;
  // A body is an event once its tool stands beside it: which, changes nothing.
  const beside = { tool, ...(idempotency_key && { idempotency_key }) };
  if (envelope === undefined) return { ...beside, ...body };
  const read = eventOfMcpResult(
    { ...beside, ...envelope },
    {
      isReadOnly: () => writes === false,
      mint: () => "err_minted",
      isServicePinned: caller.pins.service !== null,
    },
  );
  if (read.kind === "success") return null;
  return read.kind === "failure" ? read.event : { ...beside, ...envelope };
}

function ingestOf(ctx: ServiceContext, item: unknown) {
  if (item === null) return { status: "skipped" as const, event: null, error: null };
  const now = instantFromDate(ctx.now());
  const outcome = prepareEvent(item, {
    ...{ source_id: ctx.caller.source_id ?? 0, pins: ctx.caller.pins, now, digest, sanitized: false },
    retention_days: acceptedDays(runtime(), ctx.settings, now.iso),
    unmapped_codes: unmappedCodesOf(ctx.settings),
    class_names: classNamesOf(ctx.settings),
    scrub: { found: 0, rules: scrubRulesOf(ctx.settings) },
  });
  if (!outcome.ok) return { status: "rejected" as const, event: null, error: outcome.rejection };
  const { code, class: errorClass, effect, unmapped, marks } = outcome.event;
  return {
    status: "accepted" as const,
    event: { code, class: errorClass, effect, unmapped, marks, ignored_fields: outcome.ignored_fields },
    error: null,
  };
}
