import { ALERTS_TOPIC } from "@/db/queries/alerts";
import { QUEUE_TOPIC, topicOfCase } from "@/db/queries/case-topics";
import { findCase } from "@/db/queries/cases";
import { topicOfNotices } from "@/db/queries/notices";
import { caseScopeOf, mayReadCases } from "@/domain/case-scope";
import { instantFromDate } from "@/domain/instant";
import type { ServiceContext } from "../context";

/** A change carries no data: who may know of it reads it by the same doors as ever. */
export type LiveChange =
  | { event: "ready" | "heartbeat" | "queue" | "alerts" | "notices" | "end"; data: { at: string } }
  | { event: "case"; data: { case_id: string; at: string } };

/** What comes sooner after a change than this goes out together with what comes after it. */
const PAUSE_MS = 500;
const HEARTBEAT_MS = 25_000;

export type FollowInput = {
  case_ids: readonly string[];
  /** The caller as they are now, asked at every heartbeat; null when there is none any more. */
  renew: () => Promise<ServiceContext | null>;
  /** Aborts when the client has gone. */
  signal: AbortSignal;
  heartbeatMs?: number;
};

/**
 * Tells the caller that something has changed: in the queue, in these cases as far as they see them at that moment, in
 * what they are told. Ends when they may no longer look, when the client goes and when the process stops.
 */
export async function* followChanges(start: ServiceContext, input: FollowInput): AsyncGenerator<LiveChange> {
  const changes = new Changes(start, input);
  let ctx: ServiceContext | null = start;
  const at = () => ({ at: instantFromDate(start.now()).iso });
  try {
    yield { event: "ready", data: at() };
    let beatAt = Date.now() + (input.heartbeatMs ?? HEARTBEAT_MS);
    while (!changes.over) {
      const names = await changes.take(beatAt - Date.now());
      for (const name of names) {
        const event = await eventOf(ctx, name, at);
        if (event !== null) yield event;
      }
      if (Date.now() >= beatAt && !changes.over) {
        ctx = await input.renew();
        if (ctx === null || !mayReadCases(ctx.caller)) return yield { event: "end", data: at() };
        yield { event: "heartbeat", data: at() };
        beatAt = Date.now() + (input.heartbeatMs ?? HEARTBEAT_MS);
      } else if (names.length > 0) await changes.pause(PAUSE_MS);
    }
  } finally {
    changes.stop();
  }
}

/** A case that the caller does not see, or no longer, is not spoken of. */
async function eventOf(
  { db, caller }: ServiceContext,
  name: string,
  at: () => { at: string },
): Promise<LiveChange | null> {
  if (name === "queue" || name === "alerts" || name === "notices") return { event: name, data: at() };
  const row = await findCase(db, caseScopeOf(caller), name);
  return row === null ? null : { event: "case", data: { case_id: name, ...at() } };
}

type Wake = (reason: "published" | "timeout" | "aborted" | "closed") => void;

/** What has changed since it was last taken, each thing once however often. */
class Changes {
  readonly #hub: ServiceContext["hub"];
  readonly #signal: AbortSignal;
  readonly #watched: { topics: string[]; wake: Wake }[] = [];
  readonly #changed = new Set<string>();
  #over = false;
  #rouse = () => {};

  constructor({ hub, caller }: ServiceContext, { case_ids, signal }: FollowInput) {
    this.#hub = hub;
    this.#signal = signal;
    this.#watch("queue", QUEUE_TOPIC);
    this.#watch("alerts", ALERTS_TOPIC);
    if (caller.kind === "person") this.#watch("notices", topicOfNotices(caller.id));
    for (const case_id of case_ids) this.#watch(case_id, topicOfCase(case_id));
    if (signal.aborted) this.#end();
    else signal.addEventListener("abort", this.#end);
  }

  get over(): boolean {
    return this.#over;
  }

  /** What has changed, as soon as there is something; nothing once the time is over. */
  async take(withinMs: number): Promise<string[]> {
    if (this.#changed.size === 0) await this.pause(withinMs, true);
    const names = [...this.#changed];
    this.#changed.clear();
    return names;
  }

  /** Waits, at most until all is over; `forChange`: at most until something changes. */
  async pause(ms: number, forChange = false): Promise<void> {
    if (this.#over || ms <= 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#rouse = () => {
        if (!forChange && !this.#over) return;
        clearTimeout(timer);
        resolve();
      };
    });
    this.#rouse = () => {};
  }

  stop(): void {
    this.#signal.removeEventListener("abort", this.#end);
    for (const { topics, wake } of this.#watched) this.#hub.unwatch(topics, wake);
  }

  #watch(name: string, topic: string): void {
    const wake: Wake = (reason) => {
      if (reason === "closed") return this.#end();
      this.#changed.add(name);
      this.#rouse();
    };
    const topics = [topic];
    this.#watched.push({ topics, wake });
    this.#hub.watch(topics, wake);
  }

  readonly #end = (): void => {
    this.#over = true;
    this.#rouse();
  };
}
