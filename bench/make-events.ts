const TOOLS = ["issue_refund", "send_email", "book_slot", "lookup_ticket"];
const CODES = ["invalid_status", "card_declined", "timeout", "internal_error", "not_allowed"];
const CLASSES = ["validation", "semantic", "transient", "system", "authorization"];

export type BenchEvent = Record<string, unknown> & {
  reference: string;
  event_id: string;
  occurred_at: string;
};

/** Events as a producer sends them; the same for every contestant. `from` keeps the sets of two runs apart. */
export function makeEvents(count: number, from: number): BenchEvent[] {
  const start = Date.now() - 3_600_000;
  return Array.from({ length: count }, (_, index) => {
    const n = from + index;
    return {
      reference: `err_b${n.toString(36).padStart(9, "0")}`,
      event_id: crypto.randomUUID(),
      occurred_at: new Date(start + (n % 3_000_000)).toISOString(),
      tool: TOOLS[n % TOOLS.length],
      code: CODES[n % CODES.length],
      class: CLASSES[n % CLASSES.length],
      message: `The request could not be completed because the status of item ${n} does not allow it.`,
      hint: "Read the item again and choose one of the permitted values.",
      retryable: false,
      run_id: `run-${n % 5_000}`,
      turn: n % 20,
      tenant: `tenant-${n % 7}`,
      environment: "production",
      service: "support-agent",
      release: "2026.11",
    };
  });
}
