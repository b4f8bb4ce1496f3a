import { z } from "zod";

const text = z.string().min(1).optional().catch(undefined);

/** What the page shows of the event that a case keeps a copy of; anything else in it is left alone. */
const snapshot = z.object({
  message: text,
  user_message: text,
  hint: text,
  release: text,
  unmapped: z.boolean().catch(false),
  attempt: z.int().optional().catch(undefined),
  turn: z.int().optional().catch(undefined),
  /** Left out for those who may not read arguments */
  attributes: z
    .record(z.string(), z.unknown())
    .refine((attributes) => Object.keys(attributes).length > 0)
    .optional()
    .catch(undefined),
});
export type Snapshot = z.output<typeof snapshot>;

/** Reads it leniently: it was written by any version of any producer, and a page must not fail on it. */
export function readSnapshot(stored: unknown): Snapshot {
  const parsed = snapshot.safeParse(stored);
  return parsed.success ? parsed.data : { unmapped: false };
}
