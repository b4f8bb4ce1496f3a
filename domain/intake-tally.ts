import { addSeconds } from "./instant";
import { type IntakeCount, type IntakeMeasure, intakeSlotOf } from "./intake";
import type { ItemStatus } from "./item-results";

/** How late an event was stored is counted by these upper bounds in seconds; above all of them `inf`. */
export const LAG_BOUNDS = ["1", "5", "30", "60", "300", "900", "3600", "21600", "86400", "inf"] as const;
export type LagBound = (typeof LAG_BOUNDS)[number];

type Accepted = { source_id: number; occurred_at: string; marks: readonly IntakeMeasure[] };

/** Adds up in memory what became of the items of one transaction, so that it writes a handful of rows. */
export class IntakeTally {
  readonly #door: string;
  readonly #now: string;
  readonly #bounds: readonly (readonly [earliest: string, bound: LagBound])[];
  readonly #sources = new Map<number, Map<IntakeMeasure, Map<string, number>>>();

  /** `now`: when what is counted was received, or as good as. */
  constructor(door: string, now: string) {
    this.#door = door;
    this.#now = now;
    this.#bounds = LAG_BOUNDS.map((bound) => [bound === "inf" ? "" : addSeconds(now, -Number(bound)), bound]);
  }

  add(source_id: number, measure: IntakeMeasure, detail = ""): void {
    const measures = this.#sources.get(source_id) ?? new Map<IntakeMeasure, Map<string, number>>();
    const details = measures.get(measure) ?? new Map<string, number>();
    const items = details.get(detail) ?? 0;
    details.set(detail, items + 1);
    if (items > 0) return;
    measures.set(measure, details);
    this.#sources.set(source_id, measures);
  }

  /** An event that was stored, with its marks and how late it was. */
  addAccepted({ source_id, occurred_at, marks }: Accepted): void {
    this.add(source_id, "accepted");
    for (const mark of marks) this.add(source_id, mark);
    this.add(source_id, "lag", this.#lagOf(occurred_at));
  }

  /** An item that was put into quarantine, for a conflict or another reason. */
  addQuarantined({ source_id, reason }: { source_id: number; reason: string }): void {
    if (reason === "conflict") this.add(source_id, "conflict");
    else this.add(source_id, "rejected", reason);
  }

  /** Canonical instants compare as text: reading each as a time would cost a batch some 4%. */
  #lagOf(occurred_at: string): LagBound {
    for (const [earliest, bound] of this.#bounds) if (occurred_at >= earliest) return bound;
    return "inf";
  }

  rows(): IntakeCount[] {
    const [door, slot] = [this.#door, intakeSlotOf(this.#now)];
    const rows: IntakeCount[] = [];
    for (const [source_id, measures] of this.#sources)
      for (const [measure, details] of measures)
        for (const [detail, items] of details) rows.push({ source_id, door, slot, measure, detail, items });
    return rows;
  }
}

type Reporter = { source_id: number; now: { iso: string } };

/** What a door counts of one answer, whose items all belong to one source. */
export function tallyAnswer(
  door: string,
  { source_id, now }: Reporter,
  results: readonly { status: ItemStatus; error?: { code: string } }[],
): IntakeCount[] {
  const tally = new IntakeTally(door, now.iso);
  for (const { status, error } of results)
    tally.add(source_id, status, status === "rejected" ? error?.code : "");
  return tally.rows();
}
