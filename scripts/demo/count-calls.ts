import { instantFromMicros } from "@/domain/instant";
import { uuidFromContent } from "../replay/report-id";
import type { TimelineItem } from "./make-episode";
import type { EventBody } from "./make-event";
import { DAY, type DemoPlan, episodesPerHour, HOUR, MINUTE, releaseAt } from "./plan";
import type { Random } from "./random";
import { PLACES, RELEASES, TOOLS } from "./scenario";

/** Calls that succeed for each failing episode: a failure rate of some 6 to 7%. */
const SUCCESSES_PER_EPISODE = 23;

/**
 * How long one report of calls covers: an hour in the older history, a quarter hour in its last week, a
 * minute live and in the two hours before. A month by the minute would be a million rows for a line that
 * looks the same.
 */
export function slotLength(plan: DemoPlan, at: number): number {
  if (at >= plan.live_from - 2 * HOUR) return MINUTE;
  return at >= plan.live_from - 7 * DAY ? 15 * MINUTE : HOUR;
}

const keyOf = (tool: unknown, tenant: unknown, environment: unknown) => `${tool} ${tenant} ${environment}`;

/** Counts calls, failed or not, per tool and place, and reports them when their stretch of time is over. */
export class CallCounter {
  readonly #plan: DemoPlan;
  #failures = new Map<string, number>();

  constructor(plan: DemoPlan) {
    this.#plan = plan;
  }

  count(event: EventBody): void {
    const key = keyOf(event.tool, event.tenant, event.environment);
    this.#failures.set(key, (this.#failures.get(key) ?? 0) + 1);
  }

  /** The report for the slot from `from` to `to`; what was counted since the last one is in it. */
  report(from: number, to: number, random: Random): TimelineItem {
    const successes = (episodesPerHour(this.#plan, from) * SUCCESSES_PER_EPISODE * (to - from)) / HOUR;
    const minute = instantFromMicros(from).iso;
    const release = RELEASES[releaseAt(this.#plan, from)]?.name;
    const calls = Object.values(TOOLS).flatMap((tool) =>
      PLACES.map(({ tenant, environment, weight }) => {
        const expected = (successes * tool.calls_share * weight) / 10_000;
        const failed = this.#failures.get(keyOf(tool.name, tenant, environment)) ?? 0;
        const count = failed + Math.floor(expected * (0.85 + random.next() * 0.3) + random.next());
        return { tool: tool.name, service: tool.service, environment, tenant, release, minute, count };
      }),
    );
    this.#failures = new Map();
    const { seed, started_at } = this.#plan;
    const report_id = uuidFromContent("errata demo calls", seed, String(started_at), String(from));
    return { at: to, kind: "calls", body: { report_id, calls: calls.filter((row) => row.count > 0) } };
  }
}
