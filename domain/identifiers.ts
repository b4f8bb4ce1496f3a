import type { Candidate } from "./candidates";
import { otherIdentifiers } from "./other-spellings";
import { likenessOf } from "./reference-likeness";

const IDENTIFIERS_MAX = 100;

/** What in the text may be a trace, run, call or idempotency key, and where it stands. */
export type NamedIdentifier = {
  value: string;
  /** An index into the candidates. */
  at: number;
  /** It is all of the text, or the text says what it is: `run_id: …`. Anything else is only ever listed. */
  sure: boolean;
};

/**
 * Every reading that is an identifier by itself, is called one, or looks like one: a plain or short word never is, since
 * a producer may have called a run `session` and a call `3`. The sure ones first.
 */
export function identifiersIn(candidates: readonly Candidate[]): NamedIdentifier[] {
  const named = candidates.flatMap((candidate, at) => {
    if (candidate.torn) return [];
    const sure = !candidate.unsure && isNamed(candidate);
    const wanted = sure ? candidate.readings : candidate.readings.filter(looksLikeIdentifier);
    return [...new Set(wanted.flatMap(formsOf))].map((value) => ({ value, at, sure }));
  });
  return named.sort((a, b) => Number(b.sure) - Number(a.sure)).slice(0, IDENTIFIERS_MAX);
}

/** What may be one in other case or with other separators: never sure, and asked for only where nothing else is found. */
export function misspeltIdentifiersIn(candidates: readonly Candidate[]): NamedIdentifier[] {
  const spelled = candidates.flatMap(({ readings }, at) =>
    readings
      .filter(looksLikeIdentifier)
      .flatMap(otherIdentifiers)
      .map((value) => ({ value, at, sure: false })),
  );
  return spelled.slice(0, IDENTIFIERS_MAX);
}

/** `run_id`, `traceId`, `tool call id`, `Idempotency-Key`, `traceparent`. */
const NAME =
  /(?:^|[^a-z])(?:(?:trace|run|call|case)[\s_-]?id|idempotency[\s_-]?key|traceparent)[^\p{L}\p{N}]*$/iu;
/** `the call was`, `run`: names only what looks like an identifier. */
const LOOSE_NAME = /(?:^|[^a-z])(?:trace|run|call|case|key)(?:\s+(?:id|is|was|number)){0,2}[^\p{L}\p{N}]*$/iu;

function isNamed({ alone, label, readings }: Candidate): boolean {
  const name = label.slice(-40);
  return alone || NAME.test(name) || (LOOSE_NAME.test(name) && readings.some(looksLikeIdentifier));
}

const SHORTEST = 6;
const looksLikeIdentifier = (reading: string) =>
  reading.length >= SHORTEST && /\p{N}/u.test(reading) && likenessOf(reading) > 1;

/** As it stands; the trace of a `traceparent`; and 128 bits as traces are written and as UUIDs are. */
function formsOf(reading: string): string[] {
  const trace = /(?:^|[^0-9a-z])([0-9a-f]{32})(?:$|[^0-9a-z])/i.exec(reading)?.[1];
  const uuid = UUID.test(reading) ? reading.replaceAll("-", "") : undefined;
  const hex = (trace ?? uuid)?.toLowerCase();
  if (hex === undefined) return [reading];
  const dashed = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  return [reading, hex, dashed, dashed.toUpperCase()];
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** What may be the id of a case. */
export function uuidsIn(candidates: readonly Candidate[]): string[] {
  const readings = candidates.flatMap((candidate) => candidate.readings);
  return [...new Set(readings.filter((reading) => UUID.test(reading)).map((uuid) => uuid.toLowerCase()))];
}
