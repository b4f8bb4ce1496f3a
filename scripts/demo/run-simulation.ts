import { setTimeout as delay } from "node:timers/promises";
import { instantFromMicros } from "@/domain/instant";
import type { ApiClient } from "../replay/api-client";
import { drawBar } from "../replay/progress";
import { type DemoState, planOf } from "./demo-state";
import type { TimelineItem } from "./make-episode";
import { DAY, HOUR, SECOND } from "./plan";
import { postItems, runAll } from "./post-items";
import { acknowledge, askForVerdict, settleCase } from "./settle-case";
import { timeline } from "./timeline";
import type { UnknownEffect } from "./unknown-effect";
import { nameOf, WaitingRuntime } from "./waiting-runtime";

export type Simulation = {
  client: ApiClient;
  state: DemoState;
  save: (state: DemoState) => Promise<void>;
  say: (text: string) => void;
  signal: AbortSignal;
  /** Called once, when the history has come to its last day. */
  onLastDay?: () => Promise<void>;
  now?: () => number;
};

const CHUNK_ITEMS = 4000;
/** Runtimes come back for effects of the last day; nobody waits longer. */
const WAITING_SINCE = DAY;
/** Older than this the server would refuse it as beyond retention. */
const OLDEST_SENT = 80 * DAY;
const nowMicros = () => Date.now() * 1000;

/** Posts a stretch, settles what was settled in it, and remembers how far it came. */
async function send(simulation: Simulation, runtime: WaitingRuntime, items: TimelineItem[]): Promise<void> {
  const { client, state } = simulation;
  await postItems(client, items);
  const settlements = items.flatMap((item) => (item.kind === "settlement" ? [item] : []));
  const settle = async ({ effect, at }: { effect: UnknownEffect; at: number }) => {
    const waits = runtime.isWaitingFor(effect);
    const verdictId = await settleCase(client, effect, at);
    if (verdictId && !waits) await acknowledge(client, verdictId);
  };
  await runAll(settlements.map((item) => () => settle(item)).values());
  const last = items.at(-1);
  if (last) state.sent_until = last.at;
  await simulation.save(state);
}

function newlyOpen(items: TimelineItem[], since: number): UnknownEffect[] {
  return items.flatMap((item) => (item.kind === "unknown" && item.at >= since ? [item.effect] : []));
}

/** Catches up: from where it stopped, or the beginning, to now. The iterator then stands at the first item to come. */
async function catchUp(
  simulation: Simulation,
  runtime: WaitingRuntime,
  items: PeekableTimeline,
): Promise<void> {
  const { state, say, signal, now = nowMicros } = simulation;
  const until = now();
  const from = Math.max(state.sent_until, until - OLDEST_SENT);
  const waiting: UnknownEffect[] = [];
  const show = progressOf(say, Math.max(from, state.started_at), until);
  for (let chunk: TimelineItem[] = []; ; chunk = []) {
    if (!state.last_day_begun && items.next.at > until - DAY) await beginLastDay(simulation);
    const end = state.last_day_begun ? until : until - DAY;
    while (items.next.at <= end && chunk.length < CHUNK_ITEMS) {
      const item = items.take();
      // Not only later ones: frames bear the time of their event, and the stretch may have ended between them.
      if (item.at >= from) chunk.push(item);
      else if (item.kind === "unknown" && item.at >= until - WAITING_SINCE) waiting.push(item.effect);
    }
    if (chunk.length === 0) {
      if (state.last_day_begun && items.next.at > until) break;
      continue;
    }
    signal.throwIfAborted();
    await send(simulation, runtime, chunk);
    waiting.push(...newlyOpen(chunk, until - WAITING_SINCE));
    show(state.sent_until);
  }
  for (const effect of waiting)
    if ((await askForVerdict(simulation.client, effect, 0)).state === "pending")
      beginToWait(runtime, effect, say);
}

async function beginLastDay({ state, save, onLastDay }: Simulation): Promise<void> {
  await onLastDay?.();
  state.last_day_begun = true;
  await save(state);
}

function beginToWait(runtime: WaitingRuntime, effect: UnknownEffect, say: (text: string) => void): void {
  say(`Runtime: ${nameOf(effect)} got no answer; the agent waits for a verdict.`);
  runtime.waitFor(effect);
}

function progressOf(say: (text: string) => void, from: number, until: number): (at: number) => void {
  const startedAt = performance.now();
  return (at) => {
    if (until - from < HOUR) return;
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    say(
      `${drawBar((at - from) / (until - from))} history up to ${instantFromMicros(at).iso.slice(0, 10)} (${seconds} s)`,
    );
  };
}

/** The timeline with its next item in sight. */
class PeekableTimeline {
  readonly #items: Iterator<TimelineItem>;
  next: TimelineItem;

  constructor(items: Iterator<TimelineItem>) {
    this.#items = items;
    this.next = this.#items.next().value;
  }

  take(): TimelineItem {
    const item = this.next;
    this.next = this.#items.next().value;
    return item;
  }
}

async function goLive(
  simulation: Simulation,
  runtime: WaitingRuntime,
  items: PeekableTimeline,
): Promise<void> {
  const { say, signal, now = nowMicros } = simulation;
  while (!signal.aborted) {
    const wait = Math.max(0, items.next.at - now()) / 1000;
    if (wait > 0) await delay(wait, undefined, { signal });
    const due: TimelineItem[] = [];
    const until = now() + SECOND / 100;
    while (items.next.at <= until && due.length < CHUNK_ITEMS) due.push(items.take());
    await send(simulation, runtime, due);
    for (const effect of newlyOpen(due, until - WAITING_SINCE)) beginToWait(runtime, effect, say);
  }
}

/**
 * Plays the demo's story through the public API: what is past at once, then live until the signal fires.
 * Started again it goes on where it stopped. Throws the signal's reason at the end, DemoRefused, ServerUnreachable.
 */
export async function runSimulation(simulation: Simulation, onReady: () => void): Promise<void> {
  const fail = new AbortController();
  const runtime = new WaitingRuntime(simulation.client, simulation.say, (error) => fail.abort(error));
  const items = new PeekableTimeline(timeline(planOf(simulation.state)));
  const ending = { ...simulation, signal: AbortSignal.any([simulation.signal, fail.signal]) };
  try {
    await catchUp(ending, runtime, items);
    onReady();
    await goLive(ending, runtime, items);
  } finally {
    if (!simulation.signal.aborted) fail.signal.throwIfAborted();
  }
}
