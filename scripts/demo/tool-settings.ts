import type { ToolName } from "./scenario";

const HOUR_SECONDS = 3600;

/** What the simulated team has written down about a tool: `PUT /api/v1/tools/{tool}`. */
export type ToolSettings = {
  writes: boolean;
  owner: string;
  in_flight_seconds?: number;
  key_life_seconds?: number;
  sla_seconds?: number;
  runbook?: string;
  link_templates?: { label: string; url: string }[];
};

const REFUND_RUNBOOK = `## Did the refund happen?
1. Open the payment provider's list of refunds and search for the idempotency key.
2. Found: settle as **committed**, with the refund's id (\`re_…\`) as evidence.
3. Not found: the provider may still be working on it. Wait until the time shown, look again, then settle as **absent**.
4. Found and already cancelled: **compensated**.`;

const MAIL_RUNBOOK = `## Did the e-mail go out?
Search the relay's log for the idempotency key. A line with \`250\` means it was sent; no line after ten minutes means it was not.`;

const BOOKING_RUNBOOK = `## Is the slot booked?
Open the technician's calendar on that day. An entry that carries the idempotency key is the booking.`;

export const TOOL_SETTINGS: Record<ToolName, ToolSettings> = {
  search_tickets: { writes: false, owner: "support-platform" },
  lookup_ticket: { writes: false, owner: "support-platform" },
  send_email: {
    writes: true,
    owner: "support-platform",
    in_flight_seconds: 600,
    key_life_seconds: 48 * HOUR_SECONDS,
    sla_seconds: 8 * HOUR_SECONDS,
    runbook: MAIL_RUNBOOK,
    link_templates: [{ label: "Relay log", url: "https://relay.example/log?q={idempotency_key}" }],
  },
  issue_refund: {
    writes: true,
    owner: "payments",
    in_flight_seconds: 900,
    key_life_seconds: 24 * HOUR_SECONDS,
    sla_seconds: 4 * HOUR_SECONDS,
    runbook: REFUND_RUNBOOK,
    link_templates: [
      { label: "Refunds at the provider", url: "https://payments.example/refunds?key={idempotency_key}" },
    ],
  },
  book_slot: {
    writes: true,
    owner: "field-service",
    in_flight_seconds: 300,
    key_life_seconds: 72 * HOUR_SECONDS,
    sla_seconds: 12 * HOUR_SECONDS,
    runbook: BOOKING_RUNBOOK,
    link_templates: [{ label: "Calendar", url: "https://calendar.example/search?q={idempotency_key}" }],
  },
};
