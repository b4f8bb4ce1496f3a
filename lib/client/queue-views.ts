import type { CaseView } from "@/domain/case-rules";
import type { Capability } from "@/domain/permissions";

/** In the order of their tabs. */
export const QUEUE_VIEWS = [
  "open",
  "overdue",
  "mine",
  "second",
  "settled",
  "undelivered",
] as const satisfies readonly CaseView[];
export type QueueView = (typeof QUEUE_VIEWS)[number];

export const QUEUE_VIEW_LABELS: Readonly<Record<QueueView, string>> = {
  open: "Open",
  mine: "Mine",
  second: "Waiting for a second person",
  settled: "Settled",
  overdue: "Overdue",
  undelivered: "Undelivered",
};

/** The views that these capabilities have a use for; none without the queue. Only who works on cases holds any. */
export function queueViewsFor(capabilities: readonly Capability[]): readonly QueueView[] {
  if (!capabilities.includes("cases.read") && !capabilities.includes("cases.read_own")) return [];
  return QUEUE_VIEWS.filter((view) => view !== "mine" || capabilities.includes("cases.work"));
}
