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
  by_hand: "a person asked for it",
};

type Told = Pick<Notice, "kind" | "by" | "data">;

/** What happened, in one sentence; `by` null is Errata itself. */
export function noticeWords({ kind, by, data }: Told): string {
  const who = by ?? "Errata";
  const words: Readonly<Record<NoticeKind, string>> = {
    assigned: `${who} asks you to see to it`,
    escalated: data.assigned ? `${who} escalated it to you` : `${who} asks for another pair of eyes`,
    due_soon: "Its deadline is near",
    overdue: "Its deadline has passed",
    settled: data.verdict ? `Settled by ${who}: ${ANSWERS[data.verdict]}` : `Settled by ${who}`,
    reopened: data.reopened_because ? `Reopened: ${BECAUSE[data.reopened_because]}` : "Reopened",
    noted: `${who} wrote a note`,
  };
  return words[kind];
}

/** `7`, `99+`: how many are unread, as it fits beside a bell. */
export function unreadWords(unread: number): string {
  return unread > 99 ? "99+" : String(unread);
}
