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
