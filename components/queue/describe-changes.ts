type Seen = {
  state: string;
  opening: number;
  claimed_by: string | null;
  claimed_by_id: string | null;
  attempt_count: number;
  evidence: readonly unknown[];
  verdicts: readonly { by: string; by_id: string; delivery: { acknowledged_at: string | null } }[];
  notes?: readonly { by_id: string; kind: string }[] | undefined;
};

/** What others, or the world, changed between two looks at a case; the person's own moves need no telling. */
export function describeChanges(before: Seen, after: Seen, me: string): string[] {
  const attempts = after.attempt_count - before.attempt_count;
  const settled = before.state !== "settled" && after.state === "settled" ? after.verdicts.at(-1) : undefined;
  const proposed =
    before.state === "open" && after.state === "awaiting_second" ? after.verdicts.at(-1) : undefined;
  const acknowledged = acknowledgedCount(after) > acknowledgedCount(before);
  const written = (after.notes ?? []).slice(before.notes?.length ?? 0);
  const notes = written.filter(({ by_id, kind }) => by_id !== me && kind === "note");
  const reopenedByMe = written.some(({ by_id, kind }) => by_id === me && kind === "reopening");
  return [
    claimChange(before, after, me),
    attempts > 0 && (attempts === 1 ? "Another attempt came in." : `${attempts} more attempts came in.`),
    after.evidence.length > before.evidence.length &&
      settled === undefined &&
      !proposed &&
      "New evidence came in.",
    settled && settled.by_id !== me && `${settled.by} settled the case.`,
    proposed && proposed.by_id !== me && `${proposed.by} proposed a verdict.`,
    after.opening > before.opening && !reopenedByMe && "The case was reopened.",
    acknowledged && "The runtime acknowledged the verdict.",
    notes.length > 0 && "There is a new note.",
  ].filter((words) => typeof words === "string");
}

function acknowledgedCount({ verdicts }: Seen): number {
  return verdicts.filter(({ delivery }) => delivery.acknowledged_at !== null).length;
}

function claimChange(before: Seen, after: Seen, me: string): string | null {
  if (before.claimed_by_id === after.claimed_by_id || after.state !== "open") return null;
  if (after.claimed_by_id === me || (after.claimed_by_id === null && before.claimed_by_id === me))
    return null;
  if (after.claimed_by_id === null) return `${before.claimed_by} no longer holds the case.`;
  return `${after.claimed_by} claimed the case.`;
}
