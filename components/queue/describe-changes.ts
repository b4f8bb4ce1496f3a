type Seen = {
  state: string;
  opening: number;
  claimed_by: string | null;
  claimed_by_id: string | null;
  attempt_count: number;
  evidence: readonly { by_id: string; evidence_id?: string }[];
  verdicts: readonly { by: string; by_id: string; delivery: { acknowledged_at: string | null } }[];
  notes?: readonly { by_id: string; kind: string }[] | undefined;
  assigned_to_id?: string | null;
  snoozed_until?: string | null;
  snoozed_by?: string | null;
  escalated_at?: string | null;
  escalated_by?: string | null;
  escalated_by_id?: string | null;
  probe_runs?: readonly { by_id: string; evidence_id?: string | null }[];
  moves?: readonly { by_id: string; move: string }[] | undefined;
  attachments?: readonly { by_id: string }[] | undefined;
};

/** What others, or the world, changed between two looks at a case; the person's own moves need no telling. */
export function describeChanges(before: Seen, after: Seen, me: string): string[] {
  const attempts = after.attempt_count - before.attempt_count;
  const settled = before.state !== "settled" && after.state === "settled" ? after.verdicts.at(-1) : undefined;
  const proposed =
    before.state === "open" && after.state === "awaiting_second" ? after.verdicts.at(-1) : undefined;
  const acknowledged = acknowledgedCount(after) > acknowledgedCount(before);
  const probed = probedBy(after, me);
  const evidence = newByOthers(before.evidence, after.evidence, me).filter(
    ({ evidence_id }) => evidence_id === undefined || !probed.includes(evidence_id),
  );
  const written = (after.notes ?? []).slice(before.notes?.length ?? 0);
  const notes = written.filter(({ by_id, kind }) => by_id !== me && kind === "note");
  const reopenedByMe = written.some(({ by_id, kind }) => by_id === me && kind === "reopening");
  return [
    claimChange(before, after, me),
    attempts > 0 && (attempts === 1 ? "Another attempt came in." : `${attempts} more attempts came in.`),
    evidence.length > 0 && settled === undefined && !proposed && "New evidence came in.",
    settled && settled.by_id !== me && `${settled.by} settled the case.`,
    proposed && proposed.by_id !== me && `${proposed.by} proposed a verdict.`,
    after.opening > before.opening && !reopenedByMe && "The case was reopened.",
    acknowledged && "The runtime acknowledged the verdict.",
    notes.length > 0 && "There is a new note.",
    ...standingChanges(before, after, me),
  ].filter((words) => typeof words === "string");
}

function acknowledgedCount({ verdicts }: Seen): number {
  return verdicts.filter(({ delivery }) => delivery.acknowledged_at !== null).length;
}

/** What this person's own questions brought; Errata wrote it down. */
function probedBy({ probe_runs = [] }: Seen, me: string): (string | null | undefined)[] {
  return probe_runs.filter(({ by_id }) => by_id === me).map(({ evidence_id }) => evidence_id);
}

type ByPerson = { by_id: string };

/** The pieces that came, without the person's own. Where the oldest are left out of a long list, the count still tells. */
function newByOthers<T extends ByPerson>(
  before: readonly T[],
  after: readonly T[],
  me: string,
): readonly T[] {
  const more = after.length - before.length;
  return more > 0 ? after.slice(-more).filter(({ by_id }) => by_id !== me) : [];
}

function claimChange(before: Seen, after: Seen, me: string): string | null {
  if (before.claimed_by_id === after.claimed_by_id || after.state !== "open") return null;
  if (after.claimed_by_id === me || (after.claimed_by_id === null && before.claimed_by_id === me))
    return null;
  if (after.claimed_by_id === null) return `${before.claimed_by} no longer holds the case.`;
  return `${after.claimed_by} claimed the case.`;
}

/** Who is asked to see to it, whether it sleeps, and what was added among people. */
function standingChanges(before: Seen, after: Seen, me: string): (string | false)[] {
  const assigned = before.assigned_to_id !== after.assigned_to_id && after.assigned_to_id === me;
  const escalated = (before.escalated_at ?? null) === null && (after.escalated_at ?? null) !== null;
  const slept = (before.snoozed_until ?? null) === null && (after.snoozed_until ?? null) !== null;
  const sleptByMe = after.moves?.find(({ move }) => move === "snoozed")?.by_id === me;
  const asked = after.probe_runs?.[0];
  const more = (after.probe_runs?.length ?? 0) > (before.probe_runs?.length ?? 0);
  const files = newByOthers(before.attachments ?? [], after.attachments ?? [], me);
  return [
    assigned && "It is assigned to you now.",
    escalated && after.escalated_by_id !== me && `${after.escalated_by} escalated it.`,
    slept && !sleptByMe && `${after.snoozed_by} put it aside.`,
    more && asked !== undefined && asked.by_id !== me && "The outside was asked.",
    files.length > 0 && "There is a new file.",
  ];
}
