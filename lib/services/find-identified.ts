import {
  findByIdentifiers,
  type IdentifierKind,
  type NamedCase,
  ROWS_PER_IDENTIFIER,
  readEventsOfCases,
  readNamedCases,
} from "@/db/queries/identifiers";
import type { Candidate } from "@/domain/candidates";
import { caseScopeOf } from "@/domain/case-scope";
import { identifiersIn, misspeltIdentifiersIn, type NamedIdentifier, uuidsIn } from "@/domain/identifiers";
import type { EventFacts } from "@/domain/occurrences";
import type { ServiceContext } from "./context";
import { type KnownOccurrence, readOccurrences } from "./read-occurrences";

export type Identified = KnownOccurrence & { found_by: IdentifierKind | "case_id" | "reference" };

/** A run may hold thousands of failures; its newest are read in full. */
const REFERENCES_MAX = 100;

/** A case with the reference it was opened for, null where it was named by its id, and whether the caller may look into it. */
export type CaseWithout = NamedCase & { reference: string | null; may_open: boolean };

export type IdentifiedAll = {
  /** Newest first. */
  found: Identified[];
  /** The texts that named them; a case's id among them. */
  named: string[];
  /** Whether one of these texts is an identifier by itself or says that it is one. */
  sure: boolean;
  /** Whether more are stored than were read. */
  at_least: boolean;
  /** Of the cases that the text names those no failure was found of, such as one opened by hand. */
  cases: CaseWithout[];
};

/**
 * The failures of the traces, runs, calls, keys and cases that the text names, and the cases it names in vain; of cases
 * only those the caller may see.
 */
export async function findIdentified(
  ctx: ServiceContext,
  candidates: readonly Candidate[],
): Promise<IdentifiedAll> {
  return findNamed(ctx, candidates, identifiersIn(candidates));
}

/** The failures of identifiers that the text merely comes near, in other case or with other separators. */
export async function findMisspelt(
  ctx: ServiceContext,
  candidates: readonly Candidate[],
): Promise<IdentifiedAll> {
  return findNamed(ctx, candidates, misspeltIdentifiersIn(candidates));
}

async function findNamed(
  ctx: ServiceContext,
  candidates: readonly Candidate[],
  identifiers: readonly NamedIdentifier[],
): Promise<IdentifiedAll> {
  const values = [...new Set(identifiers.map(({ value }) => value))];
  const [events, { attempts, cases }] = await Promise.all([
    values.length === 0 ? [] : findByIdentifiers(ctx.db, values, ctx.caller.confinement),
    readCases(ctx, uuidsIn(candidates)),
  ]);
  const how = new Map<string, Identified["found_by"]>();
  for (const attempt of attempts) how.set(keyOf(attempt), "case_id");
  for (const event of events) if (!how.has(keyOf(event))) how.set(keyOf(event), event.found_by);
  const newest = events.toSorted((a, b) => (a.occurred_at < b.occurred_at ? 1 : -1));
  const all = [...new Set([...attempts, ...newest].map(({ reference }) => reference))];
  const occurrences = await readOccurrences(ctx, all.slice(0, REFERENCES_MAX));
  const found = occurrences.flatMap((occurrence) => {
    const by = occurrence.events.map((event) => how.get(keyOf(event))).find((one) => one !== undefined);
    return by === undefined ? [] : [{ ...occurrence, found_by: by }];
  });
  const at_least = events.length >= ROWS_PER_IDENTIFIER || all.length > REFERENCES_MAX;
  const isOfMatch = ({ case_id }: NamedCase) => found.some((one) => one.case?.case_id === case_id);
  const uuids = new Set(uuidsIn(candidates));
  const isNamed = ({ value }: NamedIdentifier) =>
    events.some((event) => event.named === value) || (attempts.length > 0 && uuids.has(value));
  const naming = identifiers.filter(isNamed);
  const named = [...new Set(naming.flatMap(({ value, at }) => [value, ...(candidates[at]?.readings ?? [])]))];
  const sure = naming.some((one) => one.sure);
  const without = cases.filter((one) => !isOfMatch(one));
  return {
    found,
    named,
    sure,
    at_least,
    cases: without.map((one) => ({ ...one, reference: null, may_open: true })),
  };
}

async function readCases({ db, caller }: ServiceContext, ids: readonly string[]) {
  if (ids.length === 0) return { attempts: [], cases: [] };
  const scope = caseScopeOf(caller);
  const [attempts, cases] = await Promise.all([
    readEventsOfCases(db, ids, scope),
    readNamedCases(db, ids, scope),
  ]);
  return { attempts, cases };
}

const keyOf = ({ source_id, event_id }: { source_id: EventFacts["source_id"] | null; event_id: string }) =>
  `${source_id} ${event_id}`;
