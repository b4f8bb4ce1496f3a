import type { Attempt } from "@/lib/contract/attempts";
import type { CaseDetail, Note } from "@/lib/contract/cases";
import type { GivenVerdict } from "@/lib/contract/verdicts";
import { becauseOf } from "./describe-verdict";
import { DIRECTIVE_WORDS, VERDICT_WORDS } from "./verdict-words";

export type TimelineEntry = {
  key: string;
  at: string;
  /** Null: nobody did it, it came about */
  who: string | null;
  /** What was done, as the end of the sentence that `who` begins; a sentence of its own without one */
  what: string;
  /** What the sentence ends with: put aside until then */
  until: string | null;
  /** In their own words */
  said: string | null;
  /** `turn`: where the case began, ended or began again */
  weight: "turn" | "step";
};

type Left = "until" | "said" | "weight";
type Step = Omit<TimelineEntry, "key" | Left> & Partial<Pick<TimelineEntry, Left>>;

/** What has become of a case, newest first: openings, claims, verdicts and what became of them, evidence, people's moves. */
export function caseTimeline(of: CaseDetail): TimelineEntry[] {
  const steps: Step[] = [
    opened(of),
    ...of.attempts.filter(({ received_at }) => received_at > of.opened_at).map(arrived),
    ...of.claims.flatMap(held),
    ...of.verdicts.flatMap((verdict) => given(verdict, of.notes ?? [])),
    ...of.evidence.filter(({ verdict_id }) => verdict_id === null).map(seen),
    ...of.probe_runs.filter(({ evidence_id }) => evidence_id === null).map(asked),
    ...of.attempts.flatMap(found),
    ...(of.notes ?? []).filter((note) => !tellsReopening(note, of)).map(written),
    ...(of.attachments ?? []).flatMap(filed),
    ...moved(of),
  ];
  return steps
    .map((step, index) => ({
      until: null,
      said: null,
      weight: "step" as const,
      ...step,
      key: `${step.at} ${index}`,
    }))
    .toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}

function opened({ opened_at, opened_by, reason }: CaseDetail): Step {
  return { at: opened_at, who: opened_by, what: "opened the case", said: reason, weight: "turn" };
}

function arrived({ received_at, reference }: Attempt): Step {
  return {
    ...{ at: received_at, who: null },
    what: `Another attempt came in${reference === null ? "" : `: ${reference}`}`,
  };
}

function held({ by, claimed_at, expires_at, ended_at, ended_as }: CaseDetail["claims"][number]): Step[] {
  const claimed: Step = { at: claimed_at, who: by, what: "claimed it" };
  if (ended_as === "given_back")
    return [claimed, { at: ended_at ?? expires_at, who: by, what: "let go of it" }];
  if (ended_as !== "expired") return [claimed];
  return [claimed, { at: ended_at ?? expires_at, who: null, what: `The claim of ${by} ran out` }];
}

function given(verdict: GivenVerdict, notes: readonly Note[]): Step[] {
  const { by, given_at, settled_at, approved_by, state, delivery } = verdict;
  const answer = VERDICT_WORDS[verdict.verdict].title.toLowerCase();
  const told = DIRECTIVE_WORDS[verdict.directive];
  const proposed = state !== "settled" || approved_by !== null;
  const steps: (Step | false)[] = [
    proposed && { at: given_at, who: by, what: `proposed a verdict: ${answer}` },
    settled_at !== null && {
      ...{ at: settled_at, who: approved_by ?? by, weight: "turn" },
      what:
        approved_by === null
          ? `settled it: ${answer}; ${told}`
          : `agreed, which settled it: ${answer}; ${told}`,
    },
    verdict.voided_at !== null &&
      verdict.voided_because !== "refused" && {
        ...{ at: verdict.voided_at, who: null },
        what: `What ${by} proposed was withdrawn: new evidence or another attempt came first`,
      },
    delivery.delivered_at !== null && {
      at: delivery.delivered_at,
      who: null,
      what: `A runtime was told: ${told}`,
    },
    delivery.acknowledged_at !== null && {
      ...{ at: delivery.acknowledged_at, who: delivery.acknowledged_by ?? "the runtime" },
      what: "acknowledged the verdict",
    },
    verdict.superseded_at !== null && reopened(verdict, verdict.superseded_at, notes),
  ];
  return steps.filter((step) => step !== false);
}

/** Opened again by hand, it is told with who did so and why: their note is of the same instant. */
function reopened({ superseded_because }: GivenVerdict, at: string, notes: readonly Note[]): Step {
  const turn = { at, weight: "turn" } as const;
  const note = askedAt(notes, at);
  return superseded_because === "by_hand" && note !== undefined
    ? { ...turn, who: note.by, what: "reopened it", said: note.text }
    : { ...turn, who: null, what: `Reopened: ${becauseOf(superseded_because)}` };
}

function askedAt(notes: readonly Note[], at: string): Note | undefined {
  return notes.find(({ kind, created_at }) => isAsking(kind) && created_at === at);
}

type ReopenedCase = Pick<CaseDetail, "reopened_at" | "reopened_because"> & {
  notes?: readonly Note[] | undefined;
};

/** Who opened it again by hand, as far as their note tells; else null. */
export function reopenedBy({ reopened_at, reopened_because, notes = [] }: ReopenedCase): string | null {
  if (reopened_because !== "by_hand" || reopened_at === null) return null;
  return askedAt(notes, reopened_at)?.by ?? null;
}

const isAsking = (kind: Note["kind"]): boolean => kind === "reopening" || kind === "report";

function tellsReopening({ kind, created_at }: Note, { verdicts }: CaseDetail): boolean {
  return (
    isAsking(kind) &&
    verdicts.some(
      ({ superseded_at, superseded_because }) =>
        superseded_because === "by_hand" && superseded_at === created_at,
    )
  );
}

function seen({
  received_at,
  source,
  by,
  by_kind,
  effect,
  kind,
  external_id,
}: CaseDetail["evidence"][number]): Step {
  const what =
    effect === null ? `added evidence (${kind.replaceAll("_", " ")})` : `reported that it is ${effect}`;
  return { at: received_at, who: by_kind === "person" ? by : source, what, said: external_id };
}

function asked({ asked_at, by, by_kind, outcome }: CaseDetail["probe_runs"][number]): Step {
  const came =
    outcome === "failed" ? "which failed" : outcome === "inconclusive" ? "which said nothing" : outcome;
  return { at: asked_at, who: by_kind === "system" ? "Errata" : by, what: `asked outside, ${came}` };
}

function found({ found_at, found_by, found: finding, reference, found_note }: Attempt): Step[] {
  if (found_at === null || finding === null) return [];
  const what = `looked at attempt ${reference ?? ""}: ${VERDICT_WORDS[finding].title.toLowerCase()}`;
  return [{ at: found_at, who: found_by, what, said: found_note }];
}

const NOTE_WORDS: Readonly<Record<Note["kind"], string>> = {
  note: "wrote a note",
  report: "reported",
  reopening: "asked to reopen it",
  disagreement: "did not agree, and sent it back",
  escalation: "escalated it",
};

function written({ created_at, by, kind, text }: Note): Step {
  return { at: created_at, who: by, what: NOTE_WORDS[kind], said: text };
}

function filed({
  name,
  by,
  created_at,
  removed_at,
  removed_by,
}: NonNullable<CaseDetail["attachments"]>[number]): Step[] {
  const added = { at: created_at, who: by, what: `added the file ${name}` };
  if (removed_at === null) return [added];
  return [added, { at: removed_at, who: removed_by, what: `took the file ${name} away` }];
}

type Move = NonNullable<CaseDetail["moves"]>[number];

const MOVE_WORDS: Readonly<Record<Exclude<Move["move"], "assigned">, string>> = {
  snoozed: "put it aside until",
  woken: "woke it",
  unassigned: "asks nobody any more to see to it",
  deescalated: "took the escalation back",
};

const WOKEN_WORDS: Readonly<Record<NonNullable<Move["because"]>, string>> = {
  over: "The time it was put aside for is over",
  news: "Something new came in, so it is not put aside any more",
};

function moveWords(move: Move["move"], to: string | null): string {
  return move === "assigned" ? `asked ${to ?? "somebody"} to see to it` : MOVE_WORDS[move];
}

function moved({ assigned_at, assigned_to, moves = [] }: CaseDetail): Step[] {
  const told = moves.map(({ at, by, move, to, until, because }) => ({
    ...{ at, until, who: because === null ? by : null },
    what: because === null ? moveWords(move, to) : WOKEN_WORDS[because],
  }));
  // Whom an escalation asks, no move of its own tells.
  const untold = assigned_at !== null && moves.find(({ move }) => move === "assigned")?.to !== assigned_to;
  return untold ? [...told, { at: assigned_at, who: null, what: `Assigned to ${assigned_to}` }] : told;
}
