import { z } from "zod";
import { CASE_STATES, REOPENED_BECAUSE } from "@/domain/case-rules";
import { NOTICE_KINDS } from "@/domain/notice-kinds";
import { VERDICTS } from "@/domain/verdict";

/** `GET /api/v1/notices`: newest first. */
export const noticesQuery = z.object({
  /** `true`: only those not read yet. */
  unread: z
    .enum(["true", "false"])
    .transform((sent) => sent === "true")
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional(),
});

export const notice = z.object({
  notice_id: z.int(),
  kind: z.enum(NOTICE_KINDS),
  case_id: z.guid(),
  /** Of the case, as it is now. */
  tool: z.string().nullable(),
  tenant: z.string().nullable(),
  idempotency_key: z.string().nullable(),
  state: z.enum(CASE_STATES),
  deadline_at: z.string(),
  /** Who did it; null: Errata. */
  by: z.string().nullable(),
  data: z.object({
    /** `settled` */
    verdict: z.enum(VERDICTS).optional(),
    /** `reopened` */
    reopened_because: z.enum(REOPENED_BECAUSE).optional(),
    /** `due_soon`, `overdue`: the deadline that was told of. */
    deadline_at: z.string().optional(),
    /** `escalated`, `reopened` by hand: the reason; `noted`: the note; the first 500 characters. */
    text: z.string().optional(),
    /** `escalated`: whether the reader is asked to see to it. */
    assigned: z.boolean().optional(),
    /** Of a bulk action (`assigned`, `noted`, `settled`): of how many more cases than this one the same is told. */
    others: z.int().min(0).optional(),
  }),
  created_at: z.string(),
  read_at: z.string().nullable(),
});
export type Notice = z.output<typeof notice>;

export const noticeList = z.object({
  items: z.array(notice),
  next_cursor: z.string().nullable(),
  /** How many are not read yet, at most 1000. */
  unread: z.int(),
});
export type NoticeList = z.output<typeof noticeList>;

/** `POST /api/v1/notices/read`: these, or all there are up to now. */
export const readNoticesBody = z.union([
  z.object({ notice_ids: z.array(z.int().min(1)).min(1).max(200) }),
  z.object({
    all: z.literal(true),
    /** The newest that was seen; left out: whatever there is. */ up_to: z.int().min(1).optional(),
  }),
]);
export type ReadNoticesBody = z.input<typeof readNoticesBody>;

export const readNoticesAnswer = z.object({ unread: z.int() });
export type ReadNoticesAnswer = z.output<typeof readNoticesAnswer>;
