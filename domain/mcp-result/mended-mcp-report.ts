import { reportedEvent } from "../reported-event";
import { member, membersOf } from "../sent-members";
import { eventOfMcpResult, type McpRules } from "./event-of-mcp-result";

/** Whether only a report of an MCP result is refused for this: events have neither a `result` nor an `error`. */
export function isOfMcpReport({ reason, field }: { reason: string; field: string | null }): boolean {
  return reason === "result_required" || /^(?:result|error)(?:\.|$)/.test(field ?? "");
}

/** What an event says of itself that was put beside the result, by whoever mended it or by this installation. */
const SAID_BESIDE = Object.keys(reportedEvent.shape).filter((name) => name !== "attributes");

/**
 * The event that a mended report is read as. What stands beside the result is a person's word, and counts before the
 * server's. Where the result still cannot be read, the item as it is: it may have been mended into an event.
 */
export function eventOfMendedReport(item: unknown, rules: McpRules): unknown {
  const read = eventOfMcpResult(item, rules);
  if (read.kind !== "failure") return item;
  const sent = membersOf(item);
  const beside = SAID_BESIDE.flatMap((name) => {
    const value = member(sent, name);
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  return { ...read.event, ...Object.fromEntries(beside) };
}
