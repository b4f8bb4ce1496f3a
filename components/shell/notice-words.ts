import type { ReopenedBecause } from "@/domain/case-rules";
import type { NoticeKind } from "@/domain/notice-kinds";
import type { Verdict } from "@/domain/verdict";
import type { Notice } from "@/lib/contract/notices";

const ANSWERS: Readonly<Record<Verdict, string>> = {
  committed: "it happened",
  absent: "it did not happen",
  compensated: "it happened and was undone",
  undeterminable: "nobody can tell",
};

const BECAUSE: Readonly<Record<ReopenedBecause, string>> = {
  new_attempt: "there was another attempt",
  contradicted: "something seen outside speaks against the verdict",
  key_reused: "its key was used with other arguments",
  expired: "the runtime asked too late",
  by_hand: "it was asked for",
};

type Told = Pick<Notice, "kind" | "by" | "data">;

/** What happened, in one sentence; `by` null is Errata itself. */
export function noticeWords({ kind, by, data }: Told): string {
  const who = by ?? "Errata";
  const others = othersWords(data.others);
  const words: Readonly<Record<NoticeKind, string>> = {
    assigned: `${who} asks you to see to it${others}`,
    escalated: data.assigned ? `${who} escalated it to you` : `${who} asks for another pair of eyes`,
    due_soon: "Its deadline is near",
    overdue: "Its deadline has passed",
    settled: `Settled by ${who}${others && `, it${others}`}${data.verdict ? `: ${ANSWERS[data.verdict]}` : ""}`,
    reopened: reopenedWords(data.reopened_because, by),
    noted: `${who} wrote a note${others && ` on it${others}`}`,
  };
  return words[kind];
}

/** Where a person did it, their name says more than that a person did; their reason stands below it. */
function reopenedWords(because: ReopenedBecause | undefined, by: string | null): string {
  if (because === undefined) return by === null ? "Reopened" : `${by} reopened it`;
  if (because === "by_hand" && by !== null) return `${by} reopened it`;
  return `Reopened: ${BECAUSE[because]}`;
}

/** ` and 1,199 others`, or nothing for a single one. */
function othersWords(others = 0): string {
  return others === 0 ? "" : ` and ${others.toLocaleString("en-US")} ${others === 1 ? "other" : "others"}`;
}

/**
 * Where a notice leads: to its case, or to the view that holds them all where there is one. The header's filters are left
 * out, they might hide what was told.
 */
export function noticeHref({ kind, case_id, data }: Pick<Notice, "kind" | "case_id" | "data">): string {
  return kind === "assigned" && data.others
    ? "/queue?view=assigned"
    : `/queue/${encodeURIComponent(case_id)}`;
}

/** `7`, `99+`: how many are unread, as it fits beside a bell. */
export function unreadWords(unread: number): string {
  return unread > 99 ? "99+" : String(unread);
}

/** Which case, where its key does not say so: whose it is, and the beginning of its id. */
export function noticeCase({
  tool,
  idempotency_key,
  tenant,
  case_id,
}: Pick<Notice, "tool" | "idempotency_key" | "tenant" | "case_id">): { words: string; code: string } {
  const words = [tool ?? "unreadable report", tenant].filter((part) => part !== null).join(" · ");
  return { words, code: idempotency_key ?? `case ${case_id.slice(0, 8)}` };
}
