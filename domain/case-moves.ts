/** What people do to a case that changes neither its state nor what is known of it. */
export const CASE_MOVES = ["snoozed", "woken", "assigned", "unassigned", "deescalated"] as const;
type CaseMoveKind = (typeof CASE_MOVES)[number];

export type CaseMove = {
  at: string;
  by: string;
  by_id: string;
  move: CaseMoveKind;
  /** `assigned`: who was asked to see to it. */
  to: string | null;
};

/** By what the audit calls them. */
export const MOVE_ACTIONS: Readonly<Record<string, CaseMoveKind>> = {
  "case.snoozed": "snoozed",
  "case.woken": "woken",
  "case.assigned": "assigned",
  "case.unassigned": "unassigned",
  "case.deescalated": "deescalated",
};
