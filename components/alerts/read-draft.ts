import { formatDuration, parseDuration } from "@/components/ui/duration";
import { DUE_MINUTES_MOST, HOLD_MINUTES_MOST, WINDOW_MINUTES_MOST } from "@/domain/alerts/condition";
import { LEAK_KINDS } from "@/domain/leak-kinds";
import type { FieldErrors } from "@/lib/client/field-errors";
import type { AlertDefinition, AlertDraft } from "./alert-draft";

/** A draft that can be sent, or what is wrong with each of its fields. */
export type ReadDraft =
  | { definition: AlertDefinition; faults: null }
  | { definition: null; faults: FieldErrors };

const UNREADABLE = "Write a time such as 15 min or 2 h.";

/** Reads the form; what is wrong is said by field. */
export function readDraft(draft: AlertDraft): ReadDraft {
  const faults: Record<string, string> = {};
  const reader = new FieldReader(draft, faults);
  const condition = readCondition(draft, reader);
  const definition = {
    condition,
    tool: draft.tool === "" ? null : draft.tool,
    service: part(draft.service),
    environment: part(draft.environment),
    tenant: part(draft.tenant),
    for_minutes: reader.minutes("fires_after", 0, HOLD_MINUTES_MOST),
    resolve_after_minutes: reader.minutes("resolves_after", 0, HOLD_MINUTES_MOST),
  };
  return Object.keys(faults).length === 0 ? { definition, faults: null } : { definition: null, faults };
}

const part = (text: string) => (text === "" ? null : text);

function readCondition(draft: AlertDraft, read: FieldReader): AlertDefinition["condition"] {
  const { kind } = draft;
  switch (kind) {
    case "unmapped_share":
      return {
        kind,
        above: Number((read.number("share", 0, 99.99) / 100).toFixed(8)),
        window_minutes: read.minutes("window", 1, WINDOW_MINUTES_MOST),
        min_failures: read.count("min_failures", 1),
      };
    case "rate":
      return {
        kind,
        code: draft.subject === "code" ? read.text("code", "Choose the code.") : null,
        class: draft.subject === "class" ? draft.class : null,
        above: read.number("rate", 0, COUNT_MOST),
        per: draft.per,
        window_minutes: read.minutes("window", 1, WINDOW_MINUTES_MOST),
      };
    case "silence":
      return { kind, code: part(draft.silent_code.trim()), states: read.some("silences", draft.silences) };
    case "leak": {
      const chosen = read.some("leaks", draft.leaks);
      return {
        kind,
        leak_kinds: chosen.length === LEAK_KINDS.length ? null : chosen,
        window_minutes: read.minutes("window", 1, WINDOW_MINUTES_MOST),
      };
    }
    case "cases_due":
      return {
        kind,
        within_minutes: read.minutes("due", 0, DUE_MINUTES_MOST),
        above: read.count("cases", 0),
      };
  }
}

const COUNT_MOST = 1_000_000;

/** Reads single fields and notes what is wrong with them; what cannot be read is 0 or empty, and noted. */
class FieldReader {
  readonly #draft: AlertDraft;
  readonly #faults: Record<string, string>;

  constructor(draft: AlertDraft, faults: Record<string, string>) {
    this.#draft = draft;
    this.#faults = faults;
  }

  text(field: "code", missing: string): string {
    const text = this.#draft[field].trim();
    if (text === "") this.#faults[field] = missing;
    return text;
  }

  number(field: "share" | "rate", least: number, most: number): number {
    const value = Number(this.#draft[field].trim().replace(",", "."));
    const isWrong = this.#draft[field].trim() === "" || !(value >= least && value <= most);
    if (isWrong) this.#faults[field] = `Give a number from ${least} to ${most.toLocaleString("en-GB")}.`;
    return isWrong ? 0 : value;
  }

  count(field: "min_failures" | "cases", least: number): number {
    const text = this.#draft[field].trim();
    const value = Number(text);
    const isWrong = !/^\d+$/.test(text) || value < least || value > COUNT_MOST;
    if (isWrong) this.#faults[field] = `Give a whole number of at least ${least}.`;
    return isWrong ? least : value;
  }

  minutes(field: "window" | "due" | "fires_after" | "resolves_after", least: number, most: number): number {
    const seconds = parseDuration(this.#draft[field]);
    if (seconds === null) this.#faults[field] = UNREADABLE;
    const value = (seconds ?? 0) / 60;
    if (seconds !== null && !Number.isInteger(value)) this.#faults[field] = "Give whole minutes.";
    if (seconds !== null && (value < least || value > most)) {
      const range = least === 0 ? "" : `at least ${formatDuration(least * 60)} and `;
      this.#faults[field] = `Give ${range}at most ${formatDuration(most * 60)}.`;
    }
    return value;
  }

  some<T>(field: "silences" | "leaks", chosen: readonly T[]): T[] {
    if (chosen.length === 0) this.#faults[field] = "Choose at least one.";
    return [...chosen];
  }
}
