import type { ReopenedBecause } from "./case-rules";
import type { Verdict } from "./verdict";

/** What a person is told about a case they watch, are assigned to or reported. */
export const NOTICE_KINDS = [
  "assigned",
  "escalated",
  "due_soon",
  "overdue",
  "settled",
  "reopened",
  "noted",
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Of a long note or reason the beginning is told, in characters. */
export const TOLD_TEXT_MOST = 500;

/** What is told besides the kind; the rest is read from the case as it is then. */
export type NoticeData = {
  /** `settled` */
  verdict?: Verdict;
  /** `reopened` */
  reopened_because?: ReopenedBecause;
  /** `due_soon`, `overdue` */
  deadline_at?: string;
  /** `escalated`, `noted`, `reopened` by hand; cut */
  text?: string;
  /** `escalated`: the person who was asked to see to it. */
  assigned_to_id?: string;
  /** Of a bulk action: of how many more cases than this one the same is told. */
  others?: number;
};
