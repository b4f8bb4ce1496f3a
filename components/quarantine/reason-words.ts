import type { MappingStep } from "@/domain/mapping";

/** What of an item its words and steps are made from. */
export type Reasoned = { door: string; reason: string; field: string | null };

export type ReasonWords = {
  /** The reason as a person would say it */
  title: string;
  /** What to do, here and at the producer */
  advice: string;
};

const required = (field: string): ReasonWords => ({
  title: `The field ${field} is missing`,
  advice: `Give it a value here, or copy it from another field, and send it again. Have the producer send ${field} from now on.`,
});

const invalid = (field: string): ReasonWords => ({
  title: `The field ${field} has a value that is not allowed`,
  advice: `Replace or remove it here, and send it again. Have the producer send ${field} as the contract says.`,
});

const FAR_AWAY: ReasonWords = {
  title: "Its time is too far away",
  advice:
    "The producer's clock is wrong, or it is older than what is kept. Take the time from when it was received.",
};

const WORDS: Readonly<Record<string, ReasonWords>> = {
  conflict: {
    title: "Its identity is taken by other content",
    advice:
      "The first stays. If this is the same failure, dismiss it; if it is another one, remove its id and send it again.",
  },
  occurred_at_required: {
    title: "It has an id and no time",
    advice: "A repeat of it could not be told from a new event. Take the time from when it was received.",
  },
  pinned_by_key: {
    title: "It names another part than its key may report for",
    advice:
      "Remove the field; it then belongs to the part of its key. A replay never moves an item to another part.",
  },
  service_required: {
    title: "The release names no service",
    advice: "Give it the service it belongs to, and send it again.",
  },
  item_too_deep: {
    title: "It nests too deeply",
    advice:
      "Remove the field that holds so many levels, and send it again. Have the producer flatten what it reports.",
  },
  item_too_large: {
    title: "It holds too much",
    advice:
      "It was not read, and only its beginning is kept. Have the producer report what failed, not all it had at hand.",
  },
  item_not_json: {
    title: "It is not JSON",
    advice: "It has no fields to mend. Ask the producer to send it again.",
  },
};

/** A rejection's code in words, with what to do about it. */
export function wordsOf({ reason, field }: Reasoned): ReasonWords {
  const known = WORDS[reason];
  if (known !== undefined) return known;
  const named = field ?? reason.replace(/^invalid_|_required$/g, "");
  if (reason.endsWith("_required")) return required(named);
  if (reason.endsWith("_out_of_range")) return FAR_AWAY;
  if (reason.startsWith("invalid_")) return invalid(named);
  return { title: reason.replaceAll("_", " "), advice: "Look at the payload, mend it, and send it again." };
}

const IDENTITY: Readonly<Record<string, string>> = {
  events: "event_id",
  frames: "frames_id",
  recoveries: "recovery_id",
  calls: "report_id",
};

const TIMES: ReadonlySet<string> = new Set(["occurred_at", "captured_at", "released_at", "minute"]);
const NUMBERS: ReadonlySet<string> = new Set(["turn", "attempt", "retry_after", "attempts", "count"]);

/** The steps that an item with this reason most likely needs; values that only a person knows are left empty. */
export function suggestedSteps({ door, reason, field }: Reasoned): MappingStep[] {
  const named = field ?? reason.replace(/^invalid_|_required$|_out_of_range$/g, "");
  const [top = named] = named.split(".");
  if (reason === "conflict") {
    const path = IDENTITY[door];
    return path === undefined ? [] : [{ op: "remove", path }];
  }
  if (TIMES.has(top)) return [{ op: "received_at", path: top, when: "always" }];
  if (reason === "pinned_by_key") return [{ op: "remove", path: top }];
  if (reason.endsWith("_required")) return [{ op: "set", path: top, value: "", when: "missing" }];
  if (NUMBERS.has(top)) return [{ op: "cast", path: top, to: "number" }];
  if (top === "tool" || top === "reference") return [{ op: "set", path: top, value: "", when: "always" }];
  return reason.startsWith("invalid_") ? [{ op: "remove", path: top }] : [];
}
