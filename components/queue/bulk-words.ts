import { BULK_KINDS, type BulkKind } from "@/domain/bulk";
import { DIRECTIVE_OF, type Verdict } from "@/domain/verdict";
import type { QueueView } from "@/lib/client/queue-views";
import { DIRECTIVE_WORDS, VERDICT_WORDS } from "./verdict-words";

type KindWords = {
  /** On the button: `Claim 12` */
  verb: string;
  /** In the menu and as a title */
  title: string;
  /** Of the preview: `12 will be claimed` */
  done: string;
};

export const BULK_WORDS: Readonly<Record<BulkKind, KindWords>> = {
  claim: { verb: "Claim", title: "Claim", done: "claimed" },
  release: { verb: "Release", title: "Release", done: "released" },
  note: { verb: "Write the note to", title: "Write a note", done: "given the note" },
  assign: { verb: "Assign", title: "Assign", done: "assigned" },
  snooze: { verb: "Put aside", title: "Put aside", done: "put aside" },
  verdict: { verb: "Settle", title: "Settle", done: "settled" },
  agree: { verb: "Agree in", title: "Agree", done: "agreed to and settled" },
};

type BareKind = "claim" | "release" | "agree";

/** Which nothing has to be said for: what would become of each case is seen at once. */
export const isBare = (kind: BulkKind): kind is BareKind =>
  kind === "claim" || kind === "release" || kind === "agree";

/** By which runtimes are told something, so that the number of cases is typed by hand. */
export const isTold = (kind: BulkKind): boolean => kind === "verdict" || kind === "agree";

/** What can be done to cases of a view; there is nothing in the others that would not be skipped. */
export function kindsIn(view: QueueView): readonly BulkKind[] {
  if (view === "second") return ["agree", "note", "assign"];
  if (view === "settled" || view === "undelivered") return ["note"];
  return BULK_KINDS.filter((kind) => kind !== "agree");
}

/** What runtimes are told by one verdict over many cases, whatever each case's key still does. */
export function tellRuntimes(verdict: Verdict): string {
  const directive = DIRECTIVE_WORDS[DIRECTIVE_OF[verdict]];
  const said = `${VERDICT_WORDS[verdict].title}; ${directive}`;
  if (verdict === "absent") {
    return `${said}, with the same key as long as it still protects a repeat, else with a new key.`;
  }
  return `${said}${verdict === "compensated" ? " with a new key" : ""}.`;
}

/** A count as a person types it: `1201`, `1,201`, `1 201`, `1.201`; null when it is none. */
export function readCount(text: string): number | null {
  const plain = text.trim();
  if (!/^\d+$|^\d{1,3}([ ,.'\u00a0\u202f]\d{3})+$/.test(plain)) return null;
  return Number(plain.replace(/\D/g, ""));
}

type Counted = { state: string; total: number; done: number; skipped: number; failed: number };

/** How much of it is over, 0 to 1. */
export function progressOf({ total, done, skipped, failed }: Counted): number {
  return total === 0 ? 1 : (done + skipped + failed) / total;
}

/** `done`, `45%`, `stopped`, `not started`: how it stands, in a list of several. */
export function standingOf(action: Counted): string {
  if (action.state === "running") return `${Math.floor(progressOf(action) * 100)}%`;
  return action.state === "frozen" ? "not started" : action.state;
}
