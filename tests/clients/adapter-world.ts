import { z } from "zod";
import type { ToolErrorParts } from "@/clients/typescript/errata";

/** One tool for every framework: it moves a ticket, and fails in each way that a boundary has to tell apart. */

export const SECRET = "10 of 10 connections in use at db-3.internal";

export class PoolExhausted extends Error {}

export const arguments_ = z.object({ id: z.number(), status: z.enum(["open", "closed"]) });

export function moveTicket({ id, status }: { id: number; status: string }): string {
  if (id === 7) throw new PoolExhausted(SECRET);
  if (id === 8) throw new RangeError(SECRET);
  return `${id} is ${status}`;
}

export function mapPool(error: unknown): ToolErrorParts | undefined {
  if (!(error instanceof PoolExhausted)) return undefined;
  const message = "The ticket store is busy.";
  return { code: "tickets_busy", class: "transient", message, retry_after: 5, effect: "absent" };
}

export const CALLS = {
  success: { id: 1, status: "open" },
  refused: { id: 1, status: "shut" },
  mapped: { id: 7, status: "open" },
  unmapped: { id: 8, status: "open" },
};

/** What the model is told of each, whichever framework passes it on. */
export const BODIES = {
  refused: {
    ...{ code: "invalid_status", class: "validation", field: "status", received: "shut" },
    ...{ permitted: ["open", "closed"], message: 'status must be one of "open", "closed".' },
    ...{ retryable: false, effect: "absent" },
  },
  mapped: {
    ...{ code: "tickets_busy", class: "transient", message: "The ticket store is busy." },
    ...{ retry_after: 5, retryable: true, effect: "absent" },
  },
  unmapped: { code: "internal_error", class: "system", retryable: false, effect: "unknown" },
};

export type Failure = keyof typeof BODIES;
export const FAILURES = ["refused", "mapped", "unmapped"] as const satisfies Failure[];
/** What the model saw: the text of each failure, and whether the framework marked it as one. */
export type Seen = Record<Failure, { text: string; isError: boolean }> & { success: string };
