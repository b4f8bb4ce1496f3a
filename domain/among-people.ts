import type { Caller } from "./permissions";

/**
 * Whether the caller reads what people write to each other: notes, files, why they found what they found. Keys do
 * not; what a program needs is said in fields of its own.
 */
export function readsAmongPeople({ kind }: Pick<Caller, "kind">): boolean {
  return kind === "person";
}

/** What the audit says of notes and files; for keys it is as if they were not there. */
export const AMONG_PEOPLE_ACTIONS = ["case.noted", "case.attached", "case.attachment_removed"] as const;
