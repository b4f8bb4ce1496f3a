import type { LeakKind } from "./leak-kinds";
import { addressesIn, findEmailAddresses, findSecretParameters, findSecretUrls } from "./leaks/addresses";
import { asShown, mayBeShownOtherwise } from "./leaks/as-shown";
import { escapedIn, mayHoldEscapedLeak } from "./leaks/escaped";
import { findPaths } from "./leaks/find-paths";
import { findSql, mayHoldSql } from "./leaks/find-sql";
import { findTraces } from "./leaks/find-traces";
import type { Leak } from "./leaks/leak";
import { mayHoldTrace } from "./leaks/trace-frames";

export type { Leak } from "./leaks/leak";

/** What stands in the place of a leak. */
export const LEAK_MARKS: Record<LeakKind, string> = {
  trace: "[trace]",
  path: "[path]",
  sql: "[sql]",
  secret_url: "[secret url]",
  email_address: "[e-mail address]",
};

/** Paths and addresses have one of these; a class of characters is the quickest look there is. */
const MARKED = /[/\\@]/;

/**
 * Whether a text may hold a leak; never false where `findLeaks` finds one. This is all that is done for most texts,
 * also for each event that comes in.
 */
export function mayLeak(text: string): boolean {
  return (
    MARKED.test(text) ||
    text.includes("[e-mail]") ||
    mayHoldTrace(text) ||
    mayHoldSql(text) ||
    mayHoldEscapedLeak(text) ||
    mayBeShownOtherwise(text)
  );
}

/** Where kinds overlap, the first of these names the whole. */
const BY_WEIGHT: readonly LeakKind[] = ["trace", "sql", "secret_url", "path", "email_address"];

/**
 * What in a text that a caller got was meant for the log: in order, apart from each other. It takes time in proportion
 * to the text's length. A text that was scrubbed before is told by what scrubbing left in the place. It is looked at as
 * it is written and as it is shown: escapes, colours and blanks of other kinds hide nothing from a reader.
 */
export function findLeaks(text: string): Leak[] {
  const found = leaksAsWritten(text);
  const shown = asShown(text);
  if (shown !== null)
    for (const leak of leaksAsWritten(shown.text)) found.push({ kind: leak.kind, ...shown.written(leak) });
  return found.length === 0 ? found : apart(found);
}

function leaksAsWritten(text: string): Leak[] {
  const addresses = text.includes("://") ? addressesIn(text) : [];
  const found: Leak[] = [];
  if (mayHoldTrace(text)) add(found, "trace", findTraces(text));
  if (mayHoldSql(text)) add(found, "sql", findSql(text));
  if (addresses.length > 0) add(found, "secret_url", findSecretUrls(text, addresses));
  if (text.includes("?") && text.includes("=")) add(found, "secret_url", findSecretParameters(text));
  if (MARKED.test(text)) add(found, "path", findPaths(text, addresses));
  if (text.includes("@") || text.includes("[e-mail]")) add(found, "email_address", findEmailAddresses(text));
  if (mayHoldEscapedLeak(text)) addEscaped(found, text);
  return found;
}

/** A word whose escapes stand for a leak is one, as a whole. */
function addEscaped(found: Leak[], text: string): void {
  for (const { start, end, read } of escapedIn(text)) {
    const [leak] = apart(leaksAsWritten(read));
    if (leak !== undefined) found.push({ kind: leak.kind, start, end });
  }
}

function add(found: Leak[], kind: LeakKind, spans: readonly { start: number; end: number }[]): void {
  for (const { start, end } of spans) found.push({ kind, start, end });
}

/** Overlapping leaks as one, of the weightiest kind. */
function apart(found: readonly Leak[]): Leak[] {
  const kept: Leak[] = [];
  for (const leak of [...found].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept.at(-1);
    if (!last || leak.start >= last.end) {
      kept.push({ ...leak });
      continue;
    }
    last.end = Math.max(last.end, leak.end);
    if (BY_WEIGHT.indexOf(leak.kind) < BY_WEIGHT.indexOf(last.kind)) last.kind = leak.kind;
  }
  return kept;
}

/** Texts in which leaks hide behind leaks are given up after so many looks. */
const ROUNDS = 4;
export const WITHHELD = "[withheld]";

/** The text with each leak replaced by a mark that names its kind; a text without one is answered as it came. */
export function maskLeaks(text: string): string {
  return masked(text, findLeaks);
}

/** The text with its stack traces replaced, and nothing else. */
export function maskTraces(text: string): string {
  return masked(text, (left) => findLeaks(left).filter(({ kind }) => kind === "trace"));
}

function masked(text: string, find: (left: string) => readonly Leak[]): string {
  let left = text;
  for (let round = 0; round < ROUNDS; round += 1) {
    const leaks = find(left);
    if (leaks.length === 0) return left;
    left = replaced(left, leaks);
  }
  // What is left when a mark made its surroundings look like another leak, again and again.
  return find(left).length === 0 ? left : WITHHELD;
}

function replaced(text: string, leaks: readonly Leak[]): string {
  let kept = "";
  let from = 0;
  for (const { kind, start, end } of leaks) {
    kept += text.slice(from, start) + LEAK_MARKS[kind];
    from = end;
  }
  return kept + text.slice(from);
}

const EXAMPLE_CHARACTERS = 300;

/** What stands around the first leak of a kind, masked, of at most 300 characters. */
export function maskedExample(text: string, leaks: readonly Leak[], kind: LeakKind): string {
  const first = leaks.findIndex((leak) => leak.kind === kind);
  const before = maskLeaks(text.slice(0, leaks[first]?.start ?? 0));
  const whole = maskLeaks(text);
  if (whole.length <= EXAMPLE_CHARACTERS) return whole;
  const mark = LEAK_MARKS[kind];
  const at = Math.max(0, whole.indexOf(mark, Math.max(0, before.length - mark.length)));
  const start = Math.max(0, Math.min(at - 100, whole.length - EXAMPLE_CHARACTERS + 2));
  const part = whole.slice(start, start + EXAMPLE_CHARACTERS - 2).toWellFormed();
  const example = `${start > 0 ? "…" : ""}${part}${start + part.length < whole.length ? "…" : ""}`;
  return maskLeaks(example).slice(0, EXAMPLE_CHARACTERS);
}
