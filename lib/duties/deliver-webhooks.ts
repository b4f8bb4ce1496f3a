import { type TakenDelivery, takeDueDeliveries } from "@/db/queries/take-deliveries";
import { addSeconds, instantFromDate } from "@/domain/instant";
import {
  DELIVERIES_TOPIC,
  LEASE_SECONDS,
  type Sender,
  sendDelivery,
  senderOf,
} from "@/lib/services/send-delivery";
import type { Duty, DutyContext } from "./duty";

/** Receivers whose last try worked and those whose last one failed do not compete for places. */
const LANES = [
  { failing: false, places: 16, each: 2 },
  { failing: true, places: 8, each: 1 },
] as const;

/** How long the process's end waits for tries under way; what it cuts off is sent again. */
const STOP_MS = 5_000;

/** New work is looked for at least this often while tries are under way. */
const LOOK_AGAIN_MS = 1_000;

/**
 * Sends what is due. One receiver never holds up another: places are counted per subscription, and those that
 * fail have places of their own. Several processes may do this at once; a lease on the row lets one send.
 */
export const deliverWebhooks: Duty = {
  name: "deliver-webhooks",
  every_seconds: 2,
  wake_on: [DELIVERIES_TOPIC],
  run: async (ctx, signal) => {
    await sendWhatIsDue(ctx, await senderOf(ctx, ctx.now), signal);
  },
};

type UnderWay = Map<Promise<void>, { subscription_id: string; failing: boolean }>;

async function sendWhatIsDue(ctx: DutyContext, sender: Sender, signal?: AbortSignal): Promise<void> {
  const underWay: UnderWay = new Map();
  const ended = endOf(signal);
  for (;;) {
    const quiet = new AbortController();
    const woken = ctx.hub.wait([DELIVERIES_TOPIC], { timeoutMs: LOOK_AGAIN_MS, signal: quiet.signal });
    // What ends while we look leaves a place that was not looked for: only an idle look that finds nothing is the end.
    const idle = underWay.size === 0;
    const started = signal?.aborted ? 0 : await startDue(ctx, sender, underWay);
    if (underWay.size > 0) await Promise.race([...underWay.keys(), woken, ended]);
    quiet.abort();
    if (signal?.aborted) return settle(underWay);
    if (idle && started === 0) return;
  }
}

/** Starts what there is a place for; answers how many. */
async function startDue(ctx: DutyContext, sender: Sender, underWay: UnderWay): Promise<number> {
  let started = 0;
  for (const lane of LANES) {
    const mine = [...underWay.values()].filter(({ failing }) => failing === lane.failing);
    const free = lane.places - mine.length;
    if (free <= 0) continue;
    const now = instantFromDate(ctx.now()).iso;
    const taken_until = addSeconds(now, LEASE_SECONDS);
    const limits = { free, each: lane.each, under_way: countBySubscription(underWay), failing: lane.failing };
    for (const taken of await takeDueDeliveries(ctx.db, { ...limits, taken_until }, now)) {
      const done: Promise<void> = sendOne(ctx, sender, taken).finally(() => underWay.delete(done));
      underWay.set(done, { subscription_id: taken.subscription_id, failing: lane.failing });
      started += 1;
    }
  }
  return started;
}

async function sendOne(ctx: DutyContext, sender: Sender, taken: TakenDelivery): Promise<void> {
  try {
    await sendDelivery(sender, taken);
  } catch (err) {
    // The lease runs out and it is sent again, under the same id.
    ctx.log.warn({ err, delivery_id: taken.delivery_id }, "a try was not recorded; it will be made again");
  }
}

function countBySubscription(underWay: UnderWay): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { subscription_id } of underWay.values()) {
    counts.set(subscription_id, (counts.get(subscription_id) ?? 0) + 1);
  }
  return counts;
}

async function settle(underWay: UnderWay): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, STOP_MS);
  });
  await Promise.race([Promise.all(underWay.keys()), late]);
  clearTimeout(timer);
}

function endOf(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve();
    signal?.addEventListener("abort", () => resolve(), { once: true });
  });
}
