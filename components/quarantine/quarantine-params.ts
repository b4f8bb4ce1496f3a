import {
  createLoader,
  parseAsInteger,
  parseAsNativeArrayOf,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { FILTER_PARAMS } from "@/lib/client/filter-params";
import type { QuarantineAsked } from "@/lib/client/quarantine";
import type { QuarantineChoice } from "@/lib/contract/quarantine";

export const SHOWN_STATES = ["open", "replayed", "dismissed", "all"] as const;
export type ShownState = (typeof SHOWN_STATES)[number];

/** The page's place in its address: the filter, the item that is open, the replay that is shown. */
export const QUARANTINE_PARAMS = {
  state: parseAsStringLiteral(SHOWN_STATES).withDefault("open"),
  q: parseAsString.withDefault(""),
  source: parseAsInteger,
  door: parseAsString,
  reason: parseAsString,
  field: parseAsString,
  tool: parseAsString,
  tenant: parseAsString,
  says_unknown: parseAsStringLiteral(["true", "false"] as const),
  service: FILTER_PARAMS.service,
  environment: parseAsNativeArrayOf(parseAsString).withDefault([]),
  item: parseAsInteger,
  replay: parseAsString,
};

/** Reads them from a page's `searchParams`. */
export const loadQuarantineParams = createLoader(QUARANTINE_PARAMS);

export type QuarantineParams = Awaited<ReturnType<typeof loadQuarantineParams>>;
export type QuarantineChange = Partial<{ [Name in keyof QuarantineParams]: QuarantineParams[Name] | null }>;

/** The page without any filter; the header's stay. */
export const NO_FILTERS = {
  ...{ q: null, source: null, door: null, reason: null, field: null, tool: null, tenant: null },
  says_unknown: null,
} as const satisfies QuarantineChange;

/** What the list asks for. */
export function askedOf(params: QuarantineParams): QuarantineAsked {
  const { item: _item, replay: _replay, state, q, ...rest } = params;
  return { ...rest, q: q === "" ? null : q, state: state === "all" ? null : state };
}

/** The same filter as a write chooses by it: open items only, and nothing but what was asked. */
export function choiceOfFilter(params: QuarantineParams): QuarantineChoice {
  const { item: _item, replay: _replay, state: _state, says_unknown, service, environment, ...one } = params;
  const named = Object.entries(one).flatMap(([name, value]) =>
    value === null || value === "" ? [] : [[name, name === "q" ? value : [value]] as const],
  );
  return {
    ...Object.fromEntries(named),
    ...(says_unknown !== null && { says_unknown: says_unknown === "true" }),
    ...(service.length > 0 && { service }),
    ...(environment.length > 0 && { environment }),
  };
}

/** Whether anything but the state narrows the list. */
export function isNarrowed({
  state: _state,
  item: _item,
  replay: _replay,
  ...filter
}: QuarantineParams): boolean {
  return Object.values(filter).some(
    (value) => value !== null && (typeof value === "number" || value.length > 0),
  );
}
