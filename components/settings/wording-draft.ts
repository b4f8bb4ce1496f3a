import { DEFAULT_WORDINGS } from "@/domain/default-wordings";
import { type SayToUser, sayToUser, type ToSay } from "@/domain/say-to-user";
import { needsWarning, type Standing } from "@/domain/standing";
import type { Verdict } from "@/domain/verdict";
import {
  ownWording,
  type Wording,
  type WordingCell,
  type Wordings,
  withWording,
  wordings,
} from "@/domain/wordings";

/** What holds for a cell: the class's own words, those for every class, or what Errata brings. */
export type WordingOrigin = "own" | "any" | "default";

export function originOf(own: Wordings, cell: WordingCell): WordingOrigin {
  if (own[cell.class]?.[cell.standing]) return "own";
  return own.any?.[cell.standing] ? "any" : "default";
}

/** The wording that holds for a cell now. */
export function wordingAt(own: Wordings, { class: errorClass, standing }: WordingCell): Wording {
  return ownWording(own, errorClass, standing) ?? DEFAULT_WORDINGS[standing];
}

/** What would hold if the cell had none of its own. */
export function inheritedAt(own: Wordings, cell: WordingCell): Wording {
  return wordingAt(withWording(own, cell, null), cell);
}

/** What is being written, and in whose place: the cell's own wording when it was begun. */
export type WordingDraft = { wording: Wording; instead_of: Wording | null };

/** As it is sent: without blanks around, and an empty warning is none. */
export function writtenWording({ sentence, promise, do_not }: Wording): Wording {
  return { sentence: sentence.trim(), promise: promise.trim(), do_not: do_not?.trim() || null };
}

/** What is wrong with a cell's words, by field; empty when they can be saved. */
export function faultsAt(cell: WordingCell, wording: Wording): Partial<Record<keyof Wording, string>> {
  const read = wordings.safeParse({ [cell.class]: { [cell.standing]: wording } });
  const faults = (read.error?.issues ?? []).map(({ path, message }) => [
    String(path[2]),
    sentenceOf(message),
  ]);
  return Object.fromEntries(faults.toReversed());
}

const sentenceOf = (message: string) => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;

export type Example = { told: boolean; zone: string; now: string };

/** What support would read of a made-up failure. */
export function previewOf(cell: WordingCell, wording: Wording, { told, zone, now }: Example): SayToUser {
  const errorClass = cell.class === "any" ? "transient" : cell.class;
  const cellShown = { class: errorClass, standing: cell.standing };
  return sayToUser(
    { ...EXAMPLE, ...standingFacts(cell.standing), class: errorClass, user_message: told ? TOLD : null },
    { zone, now, wordings: withWording({}, cellShown, wording) },
  );
}

const TOLD = "Your refund could not be completed.";
const EXAMPLE: Omit<ToSay, "effect" | "case" | "read_only" | "class" | "user_message"> = {
  ...{ reference: "err_7c1f9a", tool: "issue_refund", code: "provider_timeout" },
  ...{ occurred_at: "2026-11-15T00:34:38.350360Z", retryable: null, retry_after: null },
};
const SETTLED_AT = "2026-11-15T08:20:00.000000Z";

/** A failure whose effect stands so. */
function standingFacts(standing: Standing): Pick<ToSay, "effect" | "case" | "read_only"> {
  const facts = { effect: null, case: null, read_only: false };
  if (standing === "read_only") return { ...facts, read_only: true };
  if (standing === "open_committed")
    return { ...facts, effect: "committed", case: { state: "open", verdict: null, settled_at: null } };
  if (standing === "open" || standing === "awaiting_second")
    return { ...facts, case: { state: standing, verdict: null, settled_at: null } };
  const verdict = /^settled_(.*)$/.exec(standing)?.[1];
  if (verdict !== undefined)
    return { ...facts, case: { state: "settled", verdict: verdict as Verdict, settled_at: SETTLED_AT } };
  return standing === "absent" || standing === "committed" || standing === "unknown"
    ? { ...facts, effect: standing }
    : facts;
}

/** Whether the warning may be left out. */
export const isWarningOptional = (standing: Standing): boolean => !needsWarning(standing);
