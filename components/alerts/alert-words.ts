import { formatCount, formatShare } from "@/components/charts/prepare-format";
import { CLASS_LOOKS } from "@/components/marks/class-look";
import { LEAK_WORDS } from "@/components/marks/leak-words";
import { formatDuration } from "@/components/ui/duration";
import { ALERTING_SILENCES, type AlertKind, limitOf } from "@/domain/alerts/condition";
import type { NoDataReason, ResolvedBecause } from "@/domain/alerts/states";
import type { Alert } from "@/lib/contract/alerts";

type AlertCondition = Alert["condition"];

/** What an alert may watch, as it is chosen. */
export const KIND_WORDS: Readonly<Record<AlertKind, { label: string; means: string }>> = {
  unmapped_share: {
    label: "Unmapped share",
    means: "More of the failures than you accept have no code of yours.",
  },
  rate: {
    label: "Rate of a code or class",
    means: "It comes more often than so many times a minute or hour.",
  },
  silence: {
    label: "Silence",
    means: "A code no longer comes, by its own rhythm, and nothing says that it is mended.",
  },
  leak: { label: "Leak", means: "A trace, path, SQL or secret stood in a body that a caller got." },
  cases_due: { label: "Cases near their deadline", means: "Cases wait in the queue, due soon or overdue." },
};

const minutes = (count: number) => formatDuration(count * 60);

/** What an alert looks at and its limit, in a line: `unmapped share above 5% over 15 min, from 20 failures on`. */
export function conditionWords(condition: AlertCondition): string {
  switch (condition.kind) {
    case "unmapped_share":
      return `unmapped share ${limitWords(condition)} over ${minutes(condition.window_minutes)}, from ${counted(condition.min_failures, "failure")} on`;
    case "rate":
      return `${subjectOf(condition)} ${limitWords(condition)} over ${minutes(condition.window_minutes)}`;
    case "silence":
      return `${condition.code ?? "any code"} goes silent${silenceWords(condition.states)}`;
    case "leak":
      return `${leakWords(condition.leak_kinds)} within ${minutes(condition.window_minutes)}`;
    case "cases_due":
      return dueWords(condition);
  }
}

type ConditionOf<K extends AlertKind> = Extract<AlertCondition, { kind: K }>;

function subjectOf({ code, class: errorClass }: ConditionOf<"rate">): string {
  return errorClass === null ? (code ?? "") : `class ${CLASS_LOOKS[errorClass].word}`;
}

function silenceWords(states: readonly string[]): string {
  if (states.length === ALERTING_SILENCES.length) return "";
  return ` (${states.map((state) => state.replaceAll("_", " ")).join(" or ")})`;
}

function leakWords(kinds: ConditionOf<"leak">["leak_kinds"]): string {
  if (kinds === null) return "any leak";
  return `a leak (${kinds.map((kind) => uncapitalized(LEAK_WORDS[kind].label)).join(" or ")})`;
}

/** `SQL` stays. */
const uncapitalized = (words: string) => words.replace(/^[A-Z](?![A-Z])/, (first) => first.toLowerCase());

function dueWords({ above, within_minutes }: ConditionOf<"cases_due">): string {
  const cases = above === 0 ? "a case" : `more than ${formatCount(above)} cases`;
  const past = `past ${above === 0 ? "its" : "their"} deadline`;
  return within_minutes === 0
    ? `${cases} ${past}`
    : `${cases} due within ${minutes(within_minutes)} or ${past}`;
}

/** The limit as it stands beside a value: `above 5%`, `above 10 per minute`. */
export function limitWords(condition: AlertCondition): string {
  const limit = limitOf(condition);
  // As it was given: what is measured is rounded, what is compared with is not.
  if (condition.kind === "unmapped_share") return `above ${percentOf(limit)}%`;
  if (condition.kind === "rate") return `above ${limit.toLocaleString("en-GB", EXACT)} per ${condition.per}`;
  return limit === 0 ? "at the first" : `above ${formatCount(limit)}`;
}

const EXACT = { maximumFractionDigits: 6 };

/** A share as per cent, without what only binary fractions add. */
export function percentOf(share: number): number {
  return Number((share * 100).toFixed(6));
}

const fine = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 2 });
const coarse = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 1 });

/** A value in the condition's unit: `12%`, `3.4 per minute`, `2 silent codes`. */
export function valueWords(condition: AlertCondition, value: number): string {
  switch (condition.kind) {
    case "unmapped_share":
      return formatShare(value) ?? "";
    case "rate":
      return `${(value < 10 ? fine : coarse).format(value)} per ${condition.per}`;
    case "silence":
      return counted(value, "silent code");
    case "leak":
      return value === 1 ? "1 leaking place" : `${formatCount(value)} leaking places`;
    case "cases_due":
      return counted(value, "case");
  }
}

/** A value of which only the kind of its alert is known: the unit of a rate may have been another one then. */
export function measureWords(kind: AlertKind, value: number): string {
  if (kind === "unmapped_share") return formatShare(value) ?? "";
  return (value < 10 ? fine : coarse).format(value);
}

/** `1 case`, `2 cases`. */
function counted(count: number, one: string): string {
  return `${formatCount(count)} ${one}${count === 1 ? "" : "s"}`;
}

type Place = Pick<Alert, "tool" | "service" | "environment" | "tenant">;

/** Where an alert looks: `refund · payments · production`, or everywhere. */
export function placeWords({ tool, service, environment, tenant }: Place): string {
  const parts = [tool, service, environment, tenant].filter((part) => part !== null);
  return parts.length === 0 ? "everywhere" : parts.join(" · ");
}

type Holds = Pick<Alert, "for_minutes" | "resolve_after_minutes">;

/** `Fires after 10 min, resolves after 30 min.` */
export function holdWords({ for_minutes, resolve_after_minutes }: Holds): string {
  const fires = for_minutes === 0 ? "Fires at once" : `Fires after ${minutes(for_minutes)} above`;
  const resolves =
    resolve_after_minutes === 0
      ? "resolves at once"
      : `resolves after ${minutes(resolve_after_minutes)} no longer above`;
  return `${fires}, ${resolves}.`;
}

/** Why nothing is known, and what follows. */
export const NO_DATA_WORDS: Readonly<Record<NoDataReason, string>> = {
  not_evaluated: "not measured yet",
  nothing_reported: "nothing reported",
  too_few_failures: "too few failures",
  not_judged: "silences not judged lately",
  gap: "Errata did not run",
};

export const RESOLVED_WORDS: Readonly<Record<ResolvedBecause, string>> = {
  cleared: "no longer above",
  alert_changed: "the alert was changed",
  alert_removed: "the alert was removed",
};

/** A name for what has none yet: what is watched, and where. */
export function suggestedName(condition: AlertCondition, place: Place): string {
  const where = placeWords(place);
  const what = {
    unmapped_share: () => `Unmapped share ${limitWords(condition)}`,
    rate: () => `Rate of ${condition.kind === "rate" ? subjectOf(condition) : ""}`,
    silence: () =>
      condition.kind === "silence" && condition.code ? `${condition.code} goes silent` : "Silent codes",
    leak: () => "Leaks",
    cases_due: () =>
      condition.kind === "cases_due" && condition.within_minutes > 0
        ? "Cases near their deadline"
        : "Overdue cases",
  }[condition.kind]();
  return (where === "everywhere" ? what : `${what}, ${where}`).slice(0, 100);
}
