import { z } from "zod";
import { BULK_KINDS, BULK_MOST_CASES, BULK_OUTCOMES, BULK_STATES, type BulkParameters } from "@/domain/bulk";
import { VERDICTS } from "@/domain/verdict";
import { instant } from "./access";
import { bodyFilter, casesQuery } from "./case-filter";
import { evidenceGiven } from "./evidence";
import { text } from "./queue-parts";

const caseId = z.guid().transform((id) => id.toLowerCase());

/**
 * Which cases: those named, or all that `GET /api/v1/cases` would list for the very same view and filters.
 * An unknown name is refused: a filter that is not understood would choose more than was meant.
 */
const choose = z.union([
  z.strictObject({ case_ids: z.array(caseId).min(1).max(BULK_MOST_CASES) }),
  z.strictObject({
    ...casesQuery.omit({ limit: true, cursor: true }).shape,
    ...bodyFilter,
  }),
]);

const noParameters = z.strictObject({}).optional();

/** `POST /api/v1/bulk-actions`: freezes the set and says what would become of it; nothing is done yet. */
export const newBulk = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("claim"), parameters: noParameters, choose }),
    z.object({ kind: z.literal("release"), parameters: noParameters, choose }),
    z.object({ kind: z.literal("note"), parameters: z.object({ text }), choose }),
    z.object({
      kind: z.literal("assign"),
      /** Null takes the assignment away. */
      parameters: z.object({ person_id: z.string().min(1).max(200).nullable() }),
      choose,
    }),
    z.object({ kind: z.literal("snooze"), parameters: z.object({ until: instant }), choose }),
    z.object({
      kind: z.literal("verdict"),
      /** The evidence covers every case of the set. */
      parameters: z.object({
        verdict: z.enum(VERDICTS),
        evidence: z.array(evidenceGiven).max(50).default([]),
      }),
      choose,
    }),
    /** To each verdict of the set that waits for a second person; only people agree. */
    z.object({ kind: z.literal("agree"), parameters: noParameters, choose }),
  ])
  // The union saw to it that they belong together.
  .transform(({ kind, parameters, choose }) => ({
    parameters: { kind, ...parameters } as BulkParameters,
    choose,
  }));
export type NewBulk = z.input<typeof newBulk>;
export type BulkChoice = NewBulk["choose"];

export const bulkParams = z.object({ bulk_id: caseId });

/** `POST /api/v1/bulk-actions/{bulk_id}/start`: `count` must be the exact size of the frozen set. */
export const bulkStart = z.object({ count: z.int32().min(0) });
export type BulkStart = z.input<typeof bulkStart>;

/** Why cases are left as they are, in the words of a single call's error. */
const reason = z.object({ code: z.string(), message: z.string(), count: z.int() });
export type BulkReason = z.output<typeof reason>;

export const bulkAction = z.object({
  bulk_id: z.guid(),
  kind: z.enum(BULK_KINDS),
  /** As given, with the kind once more; a verdict's evidence included. */
  parameters: z.looseObject({ kind: z.enum(BULK_KINDS) }),
  /** `frozen` until started; then it runs to its end, whoever watches, or is stopped. */
  state: z.enum(BULK_STATES),
  /** Once it is over, `done + skipped + failed = total`. */
  total: z.int(),
  done: z.int(),
  skipped: z.int(),
  failed: z.int(),
  /** How the set was chosen: view and filters, or `{"case_ids": how many}`. */
  chosen_by: z.record(z.string(), z.unknown()),
  by: z.string(),
  by_id: z.string(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
});
export type BulkAction = z.output<typeof bulkAction>;

/** What would become of each case if it were started now; counted over all of them. */
export const bulkPreview = z.object({
  will_do: z.int(),
  /** Of those: verdicts that will wait for the agreement of a second person. */
  will_propose: z.int(),
  will_skip: z.array(reason),
  /**
   * `agree`: what would be agreed to, by who proposed what on which evidence; the 20 most frequent, the rest of
   * `will_do` is others. Else empty.
   */
  proposals: z.array(
    z.object({
      verdict: z.enum(VERDICTS),
      by: z.string(),
      count: z.int(),
      /** The most urgent of them. */
      example: z.object({
        case_id: z.guid(),
        tool: z.string().nullable(),
        idempotency_key: z.string().nullable(),
      }),
      evidence: z.array(
        z.object({
          kind: z.string(),
          external_id: z.string().nullable(),
          url: z.string().nullable(),
          note: z.string().nullable(),
          observed_at: z.string(),
        }),
      ),
    }),
  ),
  /** The first of them, the most urgent first; `code` says why one would be skipped. */
  sample: z.array(
    z.object({
      case_id: z.guid(),
      tool: z.string().nullable(),
      tenant: z.string().nullable(),
      idempotency_key: z.string().nullable(),
      deadline_at: z.string(),
      code: z.string().nullable(),
    }),
  ),
});
export type BulkPreview = z.output<typeof bulkPreview>;

export const bulkDetail = bulkAction.extend({
  /** Counted anew at each reading; null once it was started, and for an admin who looks on. */
  preview: bulkPreview.nullable(),
  /** Of those done: verdicts that were put to a second person. */
  proposed: z.int(),
  /** What was not done so far, by reason; `failed` is an error of ours, everything else was skipped. */
  not_done: z.array(reason.extend({ outcome: z.enum(["skipped", "failed"]) })),
});
export type BulkDetail = z.output<typeof bulkDetail>;

/** `GET /api/v1/bulk-actions/{bulk_id}/items`. */
export const bulkItemsQuery = z.object({
  /** `waiting`: nothing became of it yet. */
  outcome: z.enum([...BULK_OUTCOMES, "waiting"]).optional(),
  code: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  cursor: z.string().max(200).optional(),
});
export type BulkItemsQuery = z.input<typeof bulkItemsQuery>;

export const bulkItem = z.object({
  /** From 1, the most urgent first. */
  position: z.int(),
  case_id: z.guid(),
  /** Null outside what the reader may see. */
  tool: z.string().nullable(),
  tenant: z.string().nullable(),
  idempotency_key: z.string().nullable(),
  outcome: z.enum(BULK_OUTCOMES).nullable(),
  /** Of what was not done; of a verdict that was done `awaiting_second`, where it waits for another person. */
  code: z.string().nullable(),
  message: z.string().nullable(),
  at: z.string().nullable(),
});
export type BulkItem = z.output<typeof bulkItem>;

export const bulkItemList = z.object({ items: z.array(bulkItem), next_cursor: z.string().nullable() });
export type BulkItemList = z.output<typeof bulkItemList>;

/** `GET /api/v1/bulk-actions`: one's own, the newest first; an unconfined admin's are everybody's. */
export const bulkListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional(),
});

export const bulkList = z.object({ items: z.array(bulkAction), next_cursor: z.string().nullable() });
export type BulkList = z.output<typeof bulkList>;
