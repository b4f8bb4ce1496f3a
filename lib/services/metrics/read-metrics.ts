import { collectDefaultMetrics, Gauge, type Registry } from "prom-client";
import { type QueueGauges, readGauges } from "@/db/queries/gauges";
import { instantFromDate } from "@/domain/instant";
import type { Runtime } from "../context";
import { heldPolls } from "../held-poll";
import { ingestState } from "../ingest-state";
import { measures } from "../measures";

/** The tables are counted at most this often, however many scrape. */
const FRESH_MS = 10_000;
/** A database that takes longer is as good as away, for a scrape. */
const PATIENCE_MS = 2_000;

/** All measures of this process as Prometheus text, and what stands in the database. Never throws for a database that is away. */
export async function readMetrics(rt: Runtime): Promise<{ text: string; contentType: string }> {
  const { registry } = measures(rt);
  const gauges = rt.once("queue-gauges", () => {
    collectDefaultMetrics({ register: registry });
    bufferGauges(rt, registry);
    return new GaugesOfQueue(rt, registry);
  });
  await gauges.refresh();
  return { text: await registry.metrics(), contentType: registry.contentType };
}

function bufferGauges(rt: Runtime, registry: Registry): void {
  const registers = [registry];
  new Gauge({
    ...{ name: "errata_queue_depth", help: "Items that wait for a transaction.", labelNames: ["door"] },
    registers,
    collect() {
      const { events, frames } = ingestState(rt);
      this.set({ door: "events" }, events.queued);
      this.set({ door: "frames" }, frames.queued);
    },
  });
  new Gauge({
    ...{ name: "errata_long_polls", help: "Runtimes that wait at this process for a verdict." },
    registers,
    collect() {
      this.set(heldPolls(rt.hub));
    },
  });
}

/** What the tables say, counted once for all who ask within ten seconds. */
class GaugesOfQueue {
  readonly #rt: Runtime;
  readonly #cases: Gauge<"state">;
  readonly #up: Gauge;
  readonly #plain: Record<PlainGauge, Gauge>;
  #counting: Promise<void> | null = null;
  #at = Number.NEGATIVE_INFINITY;

  constructor(rt: Runtime, registry: Registry) {
    this.#rt = rt;
    const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
    this.#cases = new Gauge({
      ...{ name: "errata_cases", help: "Cases that are not settled.", labelNames: ["state"] },
      registers: [registry],
    });
    this.#up = gauge("errata_database_up", "1 when the database answered within two seconds.");
    this.#plain = {
      overdue: gauge("errata_cases_overdue", "Unsettled cases whose deadline has passed."),
      snoozed: gauge("errata_cases_snoozed", "Unsettled cases that sleep."),
      escalated: gauge("errata_cases_escalated", "Unsettled cases that somebody asked help for."),
      claimed: gauge("errata_claims_held", "Cases that somebody holds now."),
      firing: gauge("errata_alerts_firing", "Alerts that fire now, muted ones included."),
      undelivered_verdicts: gauge("errata_verdicts_undelivered", "Verdicts that no runtime has read yet."),
      waiting_deliveries: gauge("errata_webhook_deliveries_waiting", "Messages that wait for a try."),
      waiting_messages: gauge("errata_outbox_waiting", "What no duty has made into messages yet."),
      oldest_event_seconds: gauge("errata_oldest_event_seconds", "How old the oldest event is that is kept."),
      oldest_message_seconds: gauge("errata_outbox_oldest_seconds", "How long the oldest of them waits."),
    };
  }

  /** Resolves once the gauges are at most ten seconds old, or the database is known to be away. */
  async refresh(): Promise<void> {
    if (performance.now() - this.#at < FRESH_MS) return;
    this.#counting ??= this.#count().finally(() => {
      this.#counting = null;
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        this.#forget();
        resolve();
      }, PATIENCE_MS);
    });
    await Promise.race([this.#counting, late]).finally(() => clearTimeout(timer));
  }

  async #count(): Promise<void> {
    try {
      this.#tell(await readGauges(this.#rt.db, instantFromDate(new Date()).iso));
      this.#at = performance.now();
    } catch (err) {
      this.#rt.log.debug({ err }, "the queue was not counted for /metrics");
      this.#forget();
    }
  }

  #tell({ open, awaiting_second, ...plain }: QueueGauges): void {
    this.#up.set(1);
    this.#cases.set({ state: "open" }, open);
    this.#cases.set({ state: "awaiting_second" }, awaiting_second);
    for (const name of PLAIN) this.#plain[name].set(plain[name]);
  }

  /** An old number under a new time would be a lie: a gauge that is not known is not told. */
  #forget(): void {
    this.#up.set(0);
    this.#cases.reset();
    for (const name of PLAIN) this.#plain[name].remove();
  }
}

type PlainGauge = Exclude<keyof QueueGauges, "open" | "awaiting_second">;
const PLAIN = [
  ...(["overdue", "snoozed", "escalated", "claimed", "firing"] as const),
  ...(["undelivered_verdicts", "waiting_deliveries", "waiting_messages", "oldest_message_seconds"] as const),
  "oldest_event_seconds" as const,
] satisfies PlainGauge[];
