import { mapInSlices } from "@/domain/in-slices";
import { eventOfMcpResult, type McpRules, type ReadMcpResult } from "@/domain/mcp-result/event-of-mcp-result";
import { type Scrub, scrubRejection } from "@/domain/scrub/scrub-value";
import type { McpResultsAccepted } from "@/lib/contract/mcp-results";
import type { ServiceContext } from "@/lib/services/context";
import { recordEvents, type SubmittedItem } from "@/lib/services/events/record-events";
import { readMcpRules } from "@/lib/services/mcp-rules";
import { newScrub } from "@/lib/services/scrubbing";
import type { ReadItem } from "./read-items";

/**
 * Records the failures among MCP results as events, and answers every result in its place, after the commit. Throws what
 * `recordEvents` throws.
 */
export async function recordMcpResults(
  ctx: ServiceContext,
  items: readonly ReadItem[],
): Promise<McpResultsAccepted> {
  const { source_id, pins } = ctx.caller;
  const rulesOf = await readMcpRules(
    ctx.db,
    items.map(({ item }) => item),
  );
  const rules = rulesOf({ source_id, pins });
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
