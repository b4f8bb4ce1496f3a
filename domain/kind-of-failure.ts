/** One record of a kind: what of it, or of the event it belongs to, is counted. */
export type RecordOfKind = {
  reference: string;
  event_id: string | null;
  captured_at: string;
  tool: string | null;
  release: string | null;
};

/** Where a kind of failure (one fingerprint) was seen. */
export type Kind = {
  first_seen_at: string;
  last_seen_at: string;
  /** Events, and references whose event is not known. */
  failures: number;
  tools: number;
  releases: number;
  /** There are more records than were counted. */
  more: boolean;
  /** The newest, one a failure. */
  latest: { reference: string; event_id: string | null; captured_at: string }[];
};

const LATEST = 5;

/** Counts the newest records of one kind, at most `most` of those given, which stand newest first; null when there is none. */
export function kindOf(
  records: readonly RecordOfKind[],
  first_seen_at: string | null,
  most: number,
): Kind | null {
  const counted = records.slice(0, most);
  const [newest] = counted;
  const oldest = counted.at(-1);
  if (newest === undefined || oldest === undefined) return null;
  const failures = new Map(counted.toReversed().map((record) => [keyOf(record), record]));
  const known = (part: "tool" | "release") => new Set(counted.map((record) => record[part]).filter(Boolean));
  return {
    first_seen_at:
      first_seen_at !== null && first_seen_at < oldest.captured_at ? first_seen_at : oldest.captured_at,
    last_seen_at: newest.captured_at,
    failures: failures.size,
    tools: known("tool").size,
    releases: known("release").size,
    more: records.length > most,
    latest: [...failures.values()]
      .sort((a, b) => (a.captured_at < b.captured_at ? 1 : -1))
      .slice(0, LATEST)
      .map(({ reference, event_id, captured_at }) => ({ reference, event_id, captured_at })),
  };
}

const keyOf = ({ reference, event_id }: RecordOfKind) => JSON.stringify([reference, event_id]);
