import { createHash } from "node:crypto";

const TOOLS = ["issue_refund", "send_email", "book_slot", "lookup_ticket"];
const CODES = ["invalid_status", "card_declined", "timeout", "internal_error", "not_allowed"];
const CLASSES = ["validation", "semantic", "transient", "system", "authorization"];

export type BenchEvent = Record<string, unknown> & {
  reference: string;
  event_id: string;
  occurred_at: string;
  tool: string;
};

/**
 * Events as a producer sends them; the same for every contestant. `from` keeps the sets of two runs apart. References
 * come in no order, as real ones do: ascending ones would flatter every index.
 */
export function makeEvents(count: number, from: number): BenchEvent[] {
  const start = Date.now() - 3_600_000;
  return Array.from({ length: count }, (_, index) => {
    const n = from + index;
    const unordered = createHash("md5").update(String(n)).digest("hex");
    return {
      // With a 0 in each: looking up with an o instead is measured too.
      reference: `err_0${unordered.slice(0, 10)}`,
      event_id: uuidOf(unordered),
      occurred_at: new Date(start + (n % 3_000_000)).toISOString(),
      tool: TOOLS[n % TOOLS.length] ?? "",
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

function uuidOf(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
