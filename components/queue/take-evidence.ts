import type { Evidence } from "@/lib/contract/evidence";
import { type EvidenceDraft, emptyEvidence, isBlank, type VerdictDraft } from "./draft";

type Piece = Pick<Evidence, "kind" | "source" | "effect" | "external_id" | "url" | "note" | "observed_at">;

/** Takes a piece of evidence that the case has into what is being written, with the time it was seen; once. */
export function takeEvidence(draft: VerdictDraft, piece: Piece, row: string): VerdictDraft {
  if (isTaken(draft, piece)) return draft;
  const taken = asDraft(piece, row);
  return { ...draft, evidence: [...draft.evidence.filter((each) => !isBlank(each)), taken] };
}

/** Whether the draft holds this very piece already. */
export function isTaken(draft: VerdictDraft, piece: Piece): boolean {
  const taken = asDraft(piece, "");
  return draft.evidence.some(
    (each) =>
      each.kind === taken.kind &&
      each.external_id === taken.external_id &&
      each.url === taken.url &&
      each.note === taken.note &&
      each.observed_at === taken.observed_at,
  );
}

/** What only says that the effect is there or not is told in words: a verdict needs an id, a link or a note. */
function asDraft(
  { kind, source, effect, external_id, url, note, observed_at }: Piece,
  row: string,
): EvidenceDraft {
  const said = external_id === null && url === null && effect !== null ? `${source} says: ${effect}` : "";
  return {
    ...emptyEvidence(row),
    ...{ kind, observed_at },
    external_id: external_id ?? "",
    url: url ?? "",
    note: note ?? said,
  };
}
