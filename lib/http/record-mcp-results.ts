import { mapInSlices } from "@/domain/in-slices";
import { stringifyJson } from "@/domain/json";
import { eventOfMcpResult, type McpRules, type ReadMcpResult } from "@/domain/mcp-result/event-of-mcp-result";
import { mintReference } from "@/domain/reference";
import { type Scrub, scrubRejection } from "@/domain/scrub/scrub-value";
import type { McpResultsAccepted } from "@/lib/contract/mcp-results";
import { sha256Hex } from "@/lib/platform/tokens";
import type { ServiceContext } from "@/lib/services/context";
import { recordEvents, type SubmittedItem } from "@/lib/services/events/record-events";
import { newScrub } from "@/lib/services/scrubbing";
import { readOnlyTools } from "@/lib/services/tools/read-only-tools";
import type { ReadItem } from "./read-items";

/**
 * Records the failures among MCP results as events, and answers every result in its place, after the commit. Throws what
 * `recordEvents` throws.
 */
export async function recordMcpResults(
  ctx: ServiceContext,
  items: readonly ReadItem[],
): Promise<McpResultsAccepted> {
  const rules = await rulesFor(ctx, items);
  const scrub = newScrub(ctx.settings);
  const read = await mapInSlices(items, (one) => readResult(one, rules, scrub));
  const submitted = read.flatMap((one) => one ?? []);
  const answer = submitted.length === 0 ? NOTHING : await recordEvents(ctx, { items: submitted });
  const judged = answer.results.values();
  const results = read.map((one, index) => {
    const result = one === null ? undefined : judged.next().value;
    return result === undefined ? { index, status: "skipped" as const } : { ...result, index };
  });
  return { ...answer, skipped: items.length - submitted.length, results };
}

const NOTHING = { accepted: 0, duplicate: 0, conflict: 0, rejected: 0, results: [] };

/** Null for a success. */
function readResult(
  { item, unreadable, sanitized }: ReadItem,
  rules: McpRules,
  scrub: Scrub,
): SubmittedItem | null {
  if (unreadable) return { item, unreadable, sanitized };
  const read: ReadMcpResult = eventOfMcpResult(item, rules);
  if (read.kind === "success") return null;
  if (read.kind === "failure") return { item: read.event, unreadable: null, sanitized };
  // What was received is said back as it may be stored.
  return { item: read.item, unreadable: scrubRejection(read.rejection, scrub), sanitized };
}

async function rulesFor(ctx: ServiceContext, items: readonly ReadItem[]): Promise<McpRules> {
  const { source_id, pins } = ctx.caller;
  const readOnly = await readOnlyTools(ctx, items.flatMap(toolOf));
  return {
    isReadOnly: (tool) => readOnly.has(tool),
    isServicePinned: pins.service !== null,
    mint: (item) => mintReference(tenBytes(`${source_id}:${stringifyJson(item)}`)),
  };
}

function toolOf({ item }: ReadItem): string[] {
  const tool: unknown = typeof item === "object" && item !== null ? Reflect.get(item, "tool") : undefined;
  return typeof tool === "string" ? [tool] : [];
}

/** The same for the same text, so that what is sent again has the same reference, and counts once. */
function tenBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(sha256Hex(text), "hex").subarray(0, 10));
}
