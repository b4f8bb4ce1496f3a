type Piece = {
  source: string;
  effect: "committed" | "absent" | null;
  observed_at: string;
  /** Null for what a machine reported by itself */
  verdict_id: string | null;
};

export type EvidenceSummary<T> = {
  /** The newest machine's report */
  newest: T | null;
  machines: number;
  /** Whether machines report both effects: then nobody can rely on either */
  contradicting: boolean;
};

/** What machines say about a case, newest first. */
export function summarizeEvidence<T extends Piece>(evidence: readonly T[]): EvidenceSummary<T> {
  const machines = evidence.filter(({ verdict_id }) => verdict_id === null);
  const newest = machines.toSorted((a, b) => (a.observed_at < b.observed_at ? 1 : -1))[0] ?? null;
  const effects = new Set(machines.flatMap(({ effect }) => (effect === null ? [] : [effect])));
  return { newest, machines: machines.length, contradicting: effects.size > 1 };
}
