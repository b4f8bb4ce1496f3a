import type { Candidate } from "./candidates";

const IDENTIFIERS_MAX = 100;

/**
 * What in the text may be a trace, run, call or idempotency key: every reading as it stands, and traces in the form they
 * are stored in, which is lower case and without the rest of a `traceparent`.
 */
export function identifiersIn(candidates: readonly Candidate[]): string[] {
  const readings = candidates.filter(({ torn }) => !torn).flatMap((candidate) => candidate.readings);
  return [...new Set(readings.flatMap((reading) => [reading, ...tracesIn(reading)]))].slice(
    0,
    IDENTIFIERS_MAX,
  );
}

function tracesIn(reading: string): string[] {
  const trace = /(?:^|[^0-9a-z])([0-9a-f]{32})(?:$|[^0-9a-z])/i.exec(reading)?.[1];
  return trace === undefined ? [] : [trace.toLowerCase()];
}

/** What may be the id of a case. */
export function uuidsIn(candidates: readonly Candidate[]): string[] {
  const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
  const readings = candidates.flatMap((candidate) => candidate.readings);
  return [...new Set(readings.filter((reading) => uuid.test(reading)).map((uuid) => uuid.toLowerCase()))];
}
