/** Why a note was written. */
export const NOTE_KINDS = ["note", "report", "reopening", "disagreement", "escalation"] as const;
export type NoteKind = (typeof NOTE_KINDS)[number];
