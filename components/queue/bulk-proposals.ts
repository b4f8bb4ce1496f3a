import { formatCount } from "@/components/charts/prepare-format";
import type { BulkKind } from "@/domain/bulk";
import { BULK_WORDS } from "./bulk-words";

/** How many would be, or were, done; `proposed` of them only put to a second person. */
export type Doing = { done: number; proposed: number };

type Figure = { count: number; words: string };

/** What would become of the cases: nothing counts as settled that still waits for another person. */
export function whatWillBe(kind: BulkKind, { done, proposed }: Doing): Figure[] {
  const settled = { count: done - proposed, words: `will be ${BULK_WORDS[kind].done}` };
  const put = { count: proposed, words: "will be proposed to a second person" };
  if (proposed === 0) return [settled];
  return settled.count === 0 ? [put] : [settled, put];
}

/** On the button: `Settle 40 cases`, `Propose for 69 cases`, `Settle 40, propose for 29`. */
export function startWords(kind: BulkKind, { done, proposed }: Doing): string {
  const { verb } = BULK_WORDS[kind];
  const settled = done - proposed;
  if (proposed > 0 && settled > 0)
    return `${verb} ${formatCount(settled)}, propose for ${formatCount(proposed)}`;
  return `${proposed > 0 ? "Propose for" : verb} ${formatCount(done)} ${done === 1 ? "case" : "cases"}`;
}

/** Above what runtimes are told: not before another person agrees, where one has to. */
export function toldWhen({ done, proposed }: Doing): string {
  if (proposed === 0) return "The runtimes will be told";
  if (proposed === done) return "The runtimes will be told, if another person agrees";
  return `The runtimes will be told; of ${formatCount(proposed)} cases only if another person agrees`;
}

/** What came of it: `69 done`, `69 put to a second person`, or both. */
export function whatWasDone({ done, proposed }: Doing): Figure[] {
  const put = { count: proposed, words: "put to a second person" };
  if (proposed === 0) return [{ count: done, words: "done" }];
  return proposed === done ? [put] : [{ count: done - proposed, words: "done" }, put];
}
