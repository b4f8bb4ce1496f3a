import { attributeOf } from "@/domain/otlp/event-of-record";
import type { Rejection } from "@/domain/reported-event";
import type { ExportOutcome } from "./export-answer";

type Result = { status: string; error?: Rejection };
type Reason = { times: number; first: Rejection };

/** Reasons that are told one by one: exporters print the message on one line. */
const REASONS_TOLD = 3;

/** What of an export was refused, and what its sender is told about it. */
export class Refused {
  readonly #reasons = new Map<string, Reason>();
  #records = 0;
  #conflicts = 0;

  /** Of a piece; `numbered` says which record each result belongs to. A record with both kinds counts once. */
  add(
    results: readonly Result[],
    numbered: readonly { record: number }[],
    known = new Set<number>(),
  ): Set<number> {
    results.forEach(({ status, error }, at) => {
      if (status === "conflict") this.#conflicts += 1;
      const record = numbered[at]?.record ?? at;
      if (status !== "rejected" || error === undefined) return;
      const reason = this.#reasons.get(error.code) ?? { times: 0, first: error };
      this.#reasons.set(error.code, { ...reason, times: reason.times + 1 });
      if (!known.has(record)) this.#records += 1;
      known.add(record);
    });
    return known;
  }

  /** `place` is where the quarantine is looked at. */
  outcome(place: string): ExportOutcome {
    const told = [...this.#reasons.values()].slice(0, REASONS_TOLD).map(tell);
    const more = this.#reasons.size - told.length;
    const lines = [
      ...(this.#records > 0 ? [`${this.#records} rejected, and kept in quarantine: ${place}.`] : []),
      ...told,
      ...(more > 0 ? [`And for ${more} other reasons.`] : []),
      ...(this.#conflicts > 0
        ? [`${this.#conflicts} under an id that is taken by other content: the first stays, see ${place}.`]
        : []),
    ];
    return { rejected: this.#records, message: lines.length > 0 ? lines.join(" ") : null };
  }
}

function tell({ times, first }: Reason): string {
  return `${first.code} (${times}${placeOf(first)}): ${first.message}`;
}

/** Where in the record it stands, for who has to mend it. */
function placeOf({ field }: Rejection): string {
  if (field === undefined) return "";
  return field === "occurred_at" ? ", timeUnixNano" : `, attribute ${attributeOf(field)}`;
}
