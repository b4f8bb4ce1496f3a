import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Runtime } from "./context";
import { runtime } from "./runtime";

/** Ways in; a standard's door is one of its own. */
export type Door = "events" | "frames" | "calls" | "recoveries" | "releases";

/** So many reasons are told apart; they come from our own schemas, and this bounds a mistake. */
const REASONS_MAX = 100;

/**
 * What this process measures. Labels are few and ours: never a tenant, a tool, a code or anything else that was sent,
 * so that the number of series does not grow with the data.
 */
export type Measures = ReturnType<typeof make>;

/** The process's one set; every copy of this module counts into the same. */
export function measures(rt: Pick<Runtime, "once"> = runtime()): Measures {
  return rt.once("measures", make);
}

function make() {
  const registry = new Registry();
  return { registry, reasons: new Set<string>(), ...ingestMeasures(registry), ...otherMeasures(registry) };
}

function ingestMeasures(registry: Registry) {
  const registers = [registry];
  return {
    items: new Counter({
      name: "errata_items_total",
      help: "Reported items by door and by what became of them: accepted, duplicate, conflict, rejected.",
      labelNames: ["door", "outcome"],
      registers,
    }),
    rejected: new Counter({
      name: "errata_rejected_total",
      help: "Rejected items by door and reason; each is in quarantine.",
      labelNames: ["door", "reason"],
      registers,
    }),
    skipped: new Counter({
      name: "errata_skipped_total",
      help: "What a standard's door took in and let go, since it reports no failed tool call.",
      labelNames: ["door"],
      registers,
    }),
    lag: new Histogram({
      name: "errata_event_lag_seconds",
      help: "From an accepted event's occurred_at until it was stored; of large batches a sample.",
      buckets: [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3_600, 21_600, 86_400],
      registers,
    }),
    commitSeconds: new Histogram({
      name: "errata_commit_seconds",
      help: "How long the transaction of a batch took, repeats included.",
      labelNames: ["door"],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    commitItems: new Histogram({
      name: "errata_commit_items",
      help: "Items that one transaction stored.",
      labelNames: ["door"],
      buckets: [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 5_000],
      registers,
    }),
  };
}

function otherMeasures(registry: Registry) {
  const registers = [registry];
  return {
    httpSeconds: new Histogram({
      name: "errata_http_request_seconds",
      help: "Answered requests by door, method and status, streams left out; GET /api/v1/verdicts waits on purpose.",
      labelNames: ["door", "method", "status"],
      buckets: [0.005, 0.025, 0.1, 0.25, 1, 2.5, 10, 60],
      registers,
    }),
    webhookTries: new Counter({
      name: "errata_webhook_tries_total",
      help: "Tries to deliver a webhook by outcome: delivered, or why not.",
      labelNames: ["outcome"],
      registers,
    }),
    probeRuns: new Counter({
      name: "errata_probe_runs_total",
      help: "Times the outside was asked about a case, by outcome.",
      labelNames: ["outcome"],
      registers,
    }),
    droppedPartitions: new Counter({
      name: "errata_dropped_partitions_total",
      help: "Partitions that retention dropped, by table. Only the process that leads drops any.",
      labelNames: ["relation"],
      registers,
    }),
    dutyRuns: new Counter({
      name: "errata_duty_runs_total",
      help: "Runs of a background duty by outcome: done or failed. Only the process that leads has any.",
      labelNames: ["duty", "outcome"],
      registers,
    }),
    dutySuccess: new Gauge({
      name: "errata_duty_last_success_timestamp_seconds",
      help: "When a background duty last came to its end without a failure.",
      labelNames: ["duty"],
      registers,
    }),
  };
}

type Counted = {
  accepted: number;
  duplicate: number;
  conflict: number;
  rejected: number;
  results: readonly { status: string; error?: { code: string } }[];
};

/** Counts what became of a request's items, once that is durable; answers the same. */
export function countItems<Answer extends Counted>(door: Door, answer: Answer): Answer {
  const { items, rejected, reasons } = measures();
  for (const outcome of ["accepted", "duplicate", "conflict", "rejected"] as const)
    if (answer[outcome] > 0) items.inc({ door, outcome }, answer[outcome]);
  if (answer.rejected > 0)
    for (const { status, error } of answer.results)
      if (status === "rejected") rejected.inc({ door, reason: bounded(reasons, error?.code ?? "unknown") });
  return answer;
}

function bounded(seen: Set<string>, value: string): string {
  if (seen.has(value)) return value;
  if (seen.size >= REASONS_MAX) return "other";
  seen.add(value);
  return value;
}

/** Measures the transaction of one batch; one that fails is not counted. */
export async function measureCommit<Result>(
  door: Door,
  items: number,
  commit: () => Promise<Result>,
): Promise<Result> {
  const started = performance.now();
  const result = await commit();
  const { commitSeconds, commitItems } = measures();
  commitSeconds.observe({ door }, (performance.now() - started) / 1000);
  commitItems.observe({ door }, items);
  return result;
}

/** Of a larger batch so many are measured, evenly spread: at 1 µs each, all of them would cost it 4%. */
const LAGS_MAX = 100;

/** How late events were stored, in the order of their outcomes; only what is new is measured. */
export function measureLag(
  events: readonly { event: { occurred_at: string } | null }[],
  outcomes: readonly { status: string }[],
): void {
  const { lag } = measures();
  const now = Date.now();
  const step = Math.ceil(events.length / LAGS_MAX);
  for (let index = 0; index < events.length; index += step) {
    const occurred_at = events[index]?.event?.occurred_at;
    if (outcomes[index]?.status === "accepted" && occurred_at !== undefined)
      lag.observe(Math.max(0, (now - Date.parse(occurred_at)) / 1000));
  }
}
