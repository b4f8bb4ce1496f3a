import type { Database, Transaction } from "@/db/client";
import { readReadOnlyTools } from "@/db/queries/tools";
import { stringifyJson } from "@/domain/json";
import type { McpRules } from "@/domain/mcp-result/event-of-mcp-result";
import type { Pins } from "@/domain/permissions";
import { mintReference } from "@/domain/reference";
import { member, membersOf } from "@/domain/sent-members";
import { sha256Hex } from "@/lib/platform/tokens";

/** By whose key a report came. */
type Reporter = { source_id: number | null; pins: Pins };

/** By what reports of MCP results are read, for each reporter of these items. */
export async function readMcpRules(
  db: Database | Transaction,
  items: readonly unknown[],
): Promise<(by: Reporter) => McpRules> {
  const tools = items
    .map((item) => member(membersOf(item), "tool"))
    .filter((tool) => typeof tool === "string");
  const readOnly = await readReadOnlyTools(db, tools);
  return ({ source_id, pins }) => ({
    isReadOnly: (tool) => readOnly.has(tool),
    isServicePinned: pins.service !== null,
    mint: (item) => mintReference(tenBytes(`${source_id}:${stringifyJson(item)}`)),
  });
}

/** The same for the same text, so that what is sent again has the same reference, and counts once. */
function tenBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(sha256Hex(text), "hex").subarray(0, 10));
}
