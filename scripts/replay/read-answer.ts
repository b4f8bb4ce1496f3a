import { z } from "zod";
import type { ApiAnswer } from "./api-client";
import type { Batch } from "./make-batches";

export type Outcome = "accepted" | "duplicate" | "conflict" | "rejected";
export type ItemResult = { line: number; outcome: Outcome; reason: string | null };

const errorShape = z.looseObject({
  code: z.string().optional(),
  message: z.string().optional(),
  field: z.string().nullish(),
});
const resultsShape = z.looseObject({
  accepted: z.number().optional(),
  duplicate: z.number().optional(),
  conflict: z.number().optional(),
  rejected: z.number().optional(),
  results: z.array(
    z.looseObject({
      index: z.number().int().nonnegative(),
      status: z.enum(["accepted", "duplicate", "conflict", "rejected"]),
      error: errorShape.nullish(),
    }),
  ),
});

/** What an error says, in one line: `invalid_status (field status): must be one of …`. */
export function describeError(body: unknown, status?: number): string {
  const error = errorShape.safeParse(body);
  if (!error.success) return status === undefined ? "no reason given" : `answered ${status}`;
  const { code, message, field } = error.data;
  const where = field ? ` (field ${field})` : "";
  return `${code ?? (status === undefined ? "rejected" : `answered ${status}`)}${where}${message ? `: ${message}` : ""}`;
}

/**
 * What became of each item of a batch. An item the answer does not list shares the fate of the whole: a
 * report of calls counts, or was counted before, as one. Null when the answer speaks of no items, i.e. the
 * request as such was refused.
 */
export function readResults(batch: Batch, answer: ApiAnswer): ItemResult[] | null {
  const parsed = resultsShape.safeParse(answer.body);
  if (!parsed.success) return null;
  const { results, accepted = 0, duplicate = 0 } = parsed.data;
  const listed = new Map(results.map((result) => [result.index, result]));
  const unlisted: Outcome = accepted === 0 && duplicate > 0 ? "duplicate" : "accepted";
  return batch.items.map((item, index) => {
    const result = listed.get(index);
    const outcome = result?.status ?? unlisted;
    const reason = outcome === "rejected" || outcome === "conflict" ? describeError(result?.error) : null;
    return { line: item.line, outcome, reason };
  });
}
