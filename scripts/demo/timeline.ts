import { instantFromMicros } from "@/domain/instant";
import { CallCounter, slotLength } from "./count-calls";
import { FAILURE_KINDS } from "./failure-kinds";
import { FailureMix } from "./failure-mix";
import { makeEpisode, type TimelineItem, type Wish } from "./make-episode";
import { DAY, type DemoPlan, episodesPerHour, HOUR, MINUTE, releaseAt, SECOND } from "./plan";
import { createRandom, type Random } from "./random";
import { type FailureKind, PLACES, RELEASES, SERVICES } from "./scenario";

/** Where an episode begins, and what is already decided about it. */
type Arrival = { at: number; kind?: FailureKind; wish?: Wish; leaves_open?: boolean };

/** The reference that two events share, in two tenants and two months: six digits collide soon. */
export const COLLIDING_REFERENCE = "err_7c1f9a";
const FIRST_SHOWCASE = 5 * SECOND;
const SHOWCASE_EVERY = 30 * MINUTE;

function kindOf(code: string): FailureKind {
  const kind = FAILURE_KINDS.find((each) => each.code === code);
  if (!kind) throw new Error(`no kind of failure has the code ${code}`);
  return kind;
}

/** Poisson arrivals at the plan's rate. */
function* randomArrivals(plan: DemoPlan, random: Random): Generator<Arrival> {
  for (let at = plan.started_at; ; ) {
    at += Math.ceil((-Math.log(1 - random.next()) / episodesPerHour(plan, at)) * HOUR);
    yield { at };
  }
}

/** An agent that calls a broken tool again and again without a breaker, these long before live begins. */
const HAMMERED_BEFORE = [4 * DAY, 20 * HOUR, 3 * HOUR];

/** The two halves of the collision, the hammering, then, live, a refund for the visitor to settle every half hour. */
function* plannedArrivals(plan: DemoPlan): Generator<Arrival> {
  const [here, there] = PLACES;
  const reference = COLLIDING_REFERENCE;
  yield {
    at: plan.started_at + 20 * MINUTE,
    kind: kindOf("ticket_not_found"),
    wish: { place: here, reference },
  };
  for (const before of HAMMERED_BEFORE)
    yield {
      at: plan.live_from - before,
      kind: kindOf("ticket_incomplete"),
      wish: { place: here, hammers: true },
    };
  yield { at: plan.live_from - 25 * MINUTE, kind: kindOf("slot_taken"), wish: { place: there, reference } };
  for (let at = plan.live_from + FIRST_SHOWCASE; ; at += SHOWCASE_EVERY)
    yield { at, kind: kindOf("provider_timeout"), wish: { place: here, shape: "single" }, leaves_open: true };
}

/** Two endless streams as one, by time. */
function* merge(left: Generator<Arrival>, right: Generator<Arrival>): Generator<Arrival> {
  let [a, b]: [Arrival, Arrival] = [left.next().value, right.next().value];
  for (;;) {
    if (a.at <= b.at) {
      yield a;
      a = left.next().value;
    } else {
      yield b;
      b = right.next().value;
    }
  }
}

/** Numbers the episodes that leave their effect open: one in so many of a kind, and those planned to. */
class OpenEffects {
  readonly #episodes = new Map<FailureKind, number>();
  #opened = 0;

  ordinalFor(kind: FailureKind, isPlanned: boolean): number | undefined {
    const count = (this.#episodes.get(kind) ?? 0) + 1;
    this.#episodes.set(kind, count);
    const isTurn = kind.unknown_every !== undefined && count % kind.unknown_every === 0;
    return isPlanned || isTurn ? this.#opened++ : undefined;
  }
}

function* episodes(plan: DemoPlan): Generator<{ at: number; items: TimelineItem[] }> {
  const random = createRandom(`${plan.seed} episodes`);
  const arrivals = merge(randomArrivals(plan, createRandom(`${plan.seed} arrivals`)), plannedArrivals(plan));
  const mix = new FailureMix();
  const open = new OpenEffects();
  for (const { at, kind: given, wish, leaves_open = false } of arrivals) {
    const kind = given ?? mix.draw(random, releaseAt(plan, at));
    const unknown_ordinal = open.ordinalFor(kind, leaves_open);
    const items = makeEpisode(plan, kind, at, random, { ...wish, unknown_ordinal });
    mix.count(kind, items.filter((item) => item.kind === "event").length);
    yield { at, items };
  }
}

function releaseItems(plan: DemoPlan): TimelineItem[] {
  return RELEASES.flatMap(({ name, day }) => {
    const at = plan.started_at + day * DAY;
    const released_at = instantFromMicros(at).iso;
    return SERVICES.map((service) => ({
      at,
      kind: "release" as const,
      body: { service, release: name, released_at, url: `https://git.example/${service}/releases/${name}` },
    }));
  });
}

/** Keeps what is to come in time order; equal times in the order they were put in. */
class Pending {
  readonly #items: TimelineItem[] = [];

  add(items: TimelineItem[]): void {
    for (const item of items) {
      const at = this.#items.findLastIndex((each) => each.at <= item.at);
      this.#items.splice(at + 1, 0, item);
    }
  }

  *takeBefore(at: number): Generator<TimelineItem> {
    for (let item = this.#items[0]; item && item.at < at; item = this.#items[0]) {
      this.#items.shift();
      yield item;
    }
  }
}

/**
 * All that happens, in time order, without end: the same plan tells the same story, however often and
 * however far it is told.
 */
export function* timeline(plan: DemoPlan): Generator<TimelineItem> {
  const pending = new Pending();
  pending.add(releaseItems(plan));
  const counter = new CallCounter(plan);
  const random = createRandom(`${plan.seed} calls`);
  let slotStart = plan.started_at;
  for (const { at, items } of episodes(plan)) {
    for (
      let end = slotStart + slotLength(plan, slotStart);
      end <= at;
      end = slotStart + slotLength(plan, slotStart)
    ) {
      for (const item of counted(pending.takeBefore(end), counter)) yield item;
      yield counter.report(slotStart, end, random);
      slotStart = end;
    }
    for (const item of counted(pending.takeBefore(at), counter)) yield item;
    pending.add(items);
  }
}

function* counted(items: Generator<TimelineItem>, counter: CallCounter): Generator<TimelineItem> {
  for (const item of items) {
    if (item.kind === "event") counter.count(item.body);
    yield item;
  }
}
