/** What happens to a case that changes neither its state nor what is known of it. */
export const CASE_MOVES = ["snoozed", "woken", "assigned", "unassigned", "deescalated"] as const;
type CaseMoveKind = (typeof CASE_MOVES)[number];

/** Why a snooze ended that nobody ended: its time was over, or something new came in. */
export const WOKEN_BECAUSE = ["over", "news"] as const;
export type WokenBecause = (typeof WOKEN_BECAUSE)[number];

export type CaseMove = {
  at: string;
  by: string;
  by_id: string;
  move: CaseMoveKind;
  /** `assigned`: who was asked to see to it. */
  to: string | null;
  /** `snoozed`: the time it was put aside until. */
  until: string | null;
  /** `woken`: why, where nobody did it. */
  because: WokenBecause | null;
};

/** By what the audit calls them. */
export const MOVE_ACTIONS: Readonly<Record<string, CaseMoveKind>> = {
  "case.snoozed": "snoozed",
  "case.woken": "woken",
  "case.assigned": "assigned",
  "case.unassigned": "unassigned",
  "case.deescalated": "deescalated",
};
