import { FAILURE_KINDS } from "./failure-kinds";
import type { Random } from "./random";
import { type FailureKind, isMapped } from "./scenario";

/** By how many events the unmapped may be ahead or behind before only the other side is drawn. */
const SLACK = 3;

/**
 * Draws kinds of failure so that each kind's part of all events, and the unmapped share, stay where they
 * should be over any stretch, not only in the long run: what a kind is behind raises its chance, what it is
 * ahead takes it out of the draw. Independent draws would blur the share of a release of 2,500 failures by a
 * point either way.
 */
export class FailureMix {
  readonly #credit = new Map<FailureKind, number>(FAILURE_KINDS.map((kind) => [kind, kind.share / 100]));

  /** The next kind, in a release given by its index. */
  draw(random: Random, release: number): FailureKind {
    const credit = (kind: FailureKind) => this.#credit.get(kind) ?? 0;
    const unmapped = FAILURE_KINDS.filter((kind) => !isMapped(kind, release));
    const behind = unmapped.reduce((sum, kind) => sum + credit(kind), 0);
    const mayBeDrawn = (kind: FailureKind) =>
      Math.abs(behind) < SLACK || isMapped(kind, release) === behind < 0;
    const chances = FAILURE_KINDS.map((kind) => (mayBeDrawn(kind) ? Math.max(0, credit(kind)) : 0));
    let at = random.next() * chances.reduce((sum, chance) => sum + chance, 0);
    const index = chances.findIndex((chance) => {
      at -= chance;
      return at < 0;
    });
    const [first] = FAILURE_KINDS;
    const drawn = FAILURE_KINDS[index] ?? first;
    if (!drawn) throw new Error("there are no kinds of failure to draw from");
    return drawn;
  }

  /** So many events of a kind have happened. */
  count(kind: FailureKind, events: number): void {
    for (const each of FAILURE_KINDS) {
      const earned = (each.share / 100) * events - (each === kind ? events : 0);
      this.#credit.set(each, (this.#credit.get(each) ?? 0) + earned);
    }
  }
}
