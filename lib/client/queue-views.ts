import type { CaseState, CaseView } from "@/domain/case-rules";
import type { Capability } from "@/domain/permissions";
import type { CaseCounts } from "@/lib/contract/cases";

/** In the order of their tabs, those in sight first. `unsettled` is everything not settled, whoever has it. */
export const QUEUE_VIEWS = [
  "open",
  "overdue",
  "mine",
  "assigned",
  "second",
  "settled",
  "escalated",
  "undelivered",
  "snoozed",
  "watched",
  "unsettled",
] as const satisfies readonly (CaseView | "unsettled")[];
export type QueueView = (typeof QUEUE_VIEWS)[number];

/** The views that always stand in the bar; the rest is one press away, and counted there. */
export const BAR_VIEWS: readonly QueueView[] = ["open", "overdue", "mine", "assigned", "second", "settled"];

export const QUEUE_VIEW_LABELS: Readonly<Record<QueueView, string>> = {
  open: "Open",
  overdue: "Overdue",
  mine: "Mine",
  assigned: "Assigned to you",
  second: "Second person",
  settled: "Settled",
  escalated: "Escalated",
  undelivered: "Not taken",
  snoozed: "Asleep",
  watched: "Watched",
  unsettled: "Everything unsettled",
};

/** The views that these capabilities have a use for; none without the queue. Only who works on cases holds any. */
export function queueViewsFor(capabilities: readonly Capability[]): readonly QueueView[] {
  if (!capabilities.includes("cases.read") && !capabilities.includes("cases.read_own")) return [];
  const works = capabilities.includes("cases.work");
  return QUEUE_VIEWS.filter((view) => works || (view !== "mine" && view !== "assigned"));
}

const UNSETTLED: readonly CaseState[] = ["open", "awaiting_second"];

/** How the view is asked for on the wire. */
export function viewInput(view: QueueView): { view: CaseView } | { state: readonly CaseState[] } {
  return view === "unsettled" ? { state: UNSETTLED } : { view };
}

/** How many cases a view holds under the filters that were counted. */
export function countOf(view: QueueView, counts: CaseCounts): number {
  return view === "unsettled" ? counts.open + counts.snoozed + counts.second : counts[view];
}
