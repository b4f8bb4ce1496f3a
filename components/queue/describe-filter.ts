import type { CaseFlag } from "@/domain/case-rules";
import { FLAG_WORDS } from "./flag-words";
import { type FilterChange, NO_OWN_FILTERS, type QueueParams, type Window } from "./queue-params";

export type FilterChip = {
  key: string;
  words: string;
  /** What takes it away again */
  without: FilterChange;
};

type Words = {
  /** Writes an instant in the person's zone */
  format: (iso: string) => string;
  /** The name of a person who may be assigned, if it is known */
  nameOf: (person_id: string) => string | undefined;
};

export const WINDOW_WORDS: Readonly<Record<Window, string>> = {
  "1h": "1 h",
  "4h": "4 h",
  "24h": "24 h",
  "3d": "3 days",
  "7d": "7 days",
};

type ListName = "tool" | "tenant" | "flag" | "assigned_to";

/** What narrows the list, in words, each to be taken away by itself. Service and environment stand in the header. */
export function describeFilter(params: QueueParams, { format, nameOf }: Words): FilterChip[] {
  const each = <Name extends ListName>(name: Name, words: (value: QueueParams[Name][number]) => string) => {
    const chosen: readonly QueueParams[Name][number][] = params[name];
    return chosen.map((value) => ({
      key: `${name} ${value}`,
      words: words(value),
      without: { [name]: chosen.filter((other) => other !== value) },
    }));
  };
  const one = (key: keyof QueueParams, words: string | null): FilterChip[] =>
    words === null ? [] : [{ key, words, without: { [key]: null } }];
  const { q, claimed, waiting, due } = params;
  return [
    ...one("q", q === "" ? null : `“${q}”`),
    ...each("tool", (tool) => tool),
    ...each("tenant", (tenant) => `tenant ${tenant}`),
    ...each("flag", (flag: CaseFlag) => FLAG_WORDS[flag].word),
    ...each("assigned_to", (person) => assignedWords(person, nameOf)),
    ...one("claimed", claimed && (claimed === "true" ? "held by somebody" : "held by nobody")),
    ...one("waiting", waiting && `open for over ${WINDOW_WORDS[waiting]}`),
    ...one("due", due && `due within ${WINDOW_WORDS[due]}`),
    ...range(params, "opened", format),
    ...range(params, "deadline", format),
  ];
}

function assignedWords(person: string, nameOf: Words["nameOf"]): string {
  if (person === "me") return "assigned to you";
  if (person === "nobody") return "assigned to nobody";
  return `assigned to ${nameOf(person) ?? "somebody"}`;
}

const RANGE_WORDS = { opened: "opened", deadline: "due" } as const;

function range(params: QueueParams, which: keyof typeof RANGE_WORDS, format: Words["format"]): FilterChip[] {
  const [from, to] = [params[`${which}_from`], params[`${which}_to`]];
  const without = { [`${which}_from`]: null, [`${which}_to`]: null };
  const word = RANGE_WORDS[which];
  const written = (iso: string) => (Number.isNaN(Date.parse(iso)) ? iso : format(iso));
  if (from !== null && to !== null) {
    return [{ key: which, words: `${word} ${written(from)} – ${written(to)}`, without }];
  }
  if (from !== null) return [{ key: which, words: `${word} since ${written(from)}`, without }];
  return to === null ? [] : [{ key: which, words: `${word} before ${written(to)}`, without }];
}

/** How many of them the list's own filters are; the header's are counted there. */
export function isFiltered(params: QueueParams): boolean {
  return Object.keys(NO_OWN_FILTERS).some((name) => {
    const value = params[name as keyof typeof NO_OWN_FILTERS];
    return value !== null && value.length > 0;
  });
}
