import type { Random } from "./random";
import type { ToolName } from "./scenario";

const REDACTED = "[redacted]";

/** What the tool was called with, personal parts already redacted by the agent. */
export function argumentsOf(tool: ToolName, random: Random): Record<string, unknown> {
  const ticket_id = `T-${random.int(10_000, 99_999)}`;
  switch (tool) {
    case "search_tickets":
      return {
        query: random.pick(["refund", "double charge", "late delivery", "reschedule"]),
        customer: REDACTED,
        limit: 20,
      };
    case "lookup_ticket":
      return { ticket_id, include: ["messages", "attachments"] };
    case "send_email":
      return {
        ticket_id,
        to: REDACTED,
        template: random.pick(["refund_confirmed", "slot_moved", "we_are_on_it"]),
      };
    case "issue_refund":
      return {
        charge_id: `ch_${random.hex(12)}`,
        amount: random.int(5, 400),
        currency: random.pick(["EUR", "USD", "GBP"]),
        card: REDACTED,
        customer_email: REDACTED,
      };
    case "book_slot":
      return {
        ticket_id,
        slot_id: `slot_${random.int(1000, 9999)}`,
        timezone: random.pick(["Europe/Berlin", "America/Chicago"]),
      };
  }
}

const KEY_PREFIXES: Record<ToolName, string> = {
  search_tickets: "search",
  lookup_ticket: "lookup",
  send_email: "mail",
  issue_refund: "rf",
  book_slot: "visit",
};

/** A key under which the outside system does a thing once. */
export function idempotencyKeyFor(tool: ToolName, random: Random): string {
  return `${KEY_PREFIXES[tool]}_${random.hex(16)}`;
}
