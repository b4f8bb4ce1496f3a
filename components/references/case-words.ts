/** A case's state, as a person says it. */
export function caseStateWords(state: string | null): string {
  return state === "awaiting_second" ? "waits for a second person" : (state ?? "open");
}
