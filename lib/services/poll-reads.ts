import { QUEUE_TOPIC } from "@/db/queries/case-topics";
import { findForRuntimes, type RuntimeMatch, type RuntimeQuestion } from "@/db/queries/runtime-answer";
import { type Handing, markDelivered, markOneDelivered } from "@/db/queries/verdicts";
import { isDatabaseUnavailable } from "@/lib/platform/database-failure";
import { GroupCommit } from "@/lib/platform/group-commit";
import type { Hub, ServiceContext } from "./context";
import { publishTopics } from "./publish";

/** Questions a statement answers at most: some 10 ms, so that no answer waits long for its neighbours'. */
const TOGETHER_MAX = 500;

/** The statements that all polls of one process share. */
export type PollReads = {
  find: (question: RuntimeQuestion) => Promise<RuntimeMatch[]>;
  /** True once the verdict is noted as delivered by this very call; it then stood. */
  hand: (handing: Handing) => Promise<boolean>;
  /** The same by a statement of its own, which waits for whoever holds the row. */
  handAlone: (handing: Handing) => Promise<boolean>;
};

/**
 * By hub, of which a process has one. Another copy of this module has reads of its own, which costs a few
 * statements more and nothing else.
 */
const known = new WeakMap<Hub, PollReads>();

/**
 * Reads and notes for thousands of polls at once. Those who ask while two statements are under way are
 * answered together by the next one: a bulk verdict that wakes 5,000 costs some 30 statements, not 10,000.
 * A statement starts after its questions were asked, so who subscribes before asking misses nothing.
 */
export function pollReadsOf(ctx: Pick<ServiceContext, "hub" | "db">): PollReads {
  const reads = known.get(ctx.hub) ?? makeReads(ctx);
  known.set(ctx.hub, reads);
  return reads;
}

function makeReads(ctx: Pick<ServiceContext, "hub" | "db">): PollReads {
  const find = together<RuntimeQuestion, RuntimeMatch[]>(async (questions) => {
    const { distinct, indexes } = distinctOf(questions);
    const found = await findForRuntimes(ctx.db, distinct);
    return indexes.map((index) => found[index] ?? []);
  });
  const hand = together<Handing, boolean>(async (items) => {
    const handed = await markDelivered(ctx.db, [
      ...new Map(items.map((one) => [one.verdict_id, one])).values(),
    ]);
    if (handed.size > 0) publishTopics(ctx, [QUEUE_TOPIC]);
    return items.map(({ verdict_id }) => handed.has(verdict_id));
  });
  return {
    find: (question) => find.submit(question, 1),
    hand: (handing) => hand.submit(handing, 1),
    handAlone: async (handing) => {
      const handed = await markOneDelivered(ctx.db, handing);
      if (handed) publishTopics(ctx, [QUEUE_TOPIC]);
      return handed;
    },
  };
}

function together<Item, Result>(flush: (items: Item[]) => Promise<Result[]>): GroupCommit<Item, Result> {
  return new GroupCommit({
    flush,
    isolates: (error) => !isDatabaseUnavailable(error),
    maxBatchWeight: TOGETHER_MAX,
    // Each one is a held request, so the sockets are the bound.
    maxQueuedWeight: Number.POSITIVE_INFINITY,
    maxInFlight: 2,
  });
}

/** Many runtimes may wait for one case: the same question of the same confinement is read once. */
function distinctOf(questions: readonly RuntimeQuestion[]): {
  distinct: RuntimeQuestion[];
  indexes: number[];
} {
  const places = new Map<string, number>();
  const distinct: RuntimeQuestion[] = [];
  const indexes = questions.map((question) => {
    const key = JSON.stringify(question);
    const place = places.get(key) ?? distinct.push(question) - 1;
    places.set(key, place);
    return place;
  });
  return { distinct, indexes };
}
