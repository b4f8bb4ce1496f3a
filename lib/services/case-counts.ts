import { type CaseCounts, type CaseViewer, countCases } from "@/db/queries/cases";
import type { CaseFilter } from "@/domain/case-filter";
import type { CaseView } from "@/domain/case-rules";
import { GroupCommit } from "@/lib/platform/group-commit";
import type { Hub, ServiceContext } from "./context";

/** What is a person's own: few cases each, counted whenever asked. */
const OWN_VIEWS = ["mine", "assigned", "watched"] as const satisfies CaseView[];
const SHARED_VIEWS = [
  ...(["open", "second", "escalated", "snoozed", "settled", "undelivered", "overdue"] as const),
] satisfies CaseView[];

type SharedCounts = Pick<CaseCounts, (typeof SHARED_VIEWS)[number]>;

/** Below so many cases every answer is counted anew. Counting 100,000 takes longer than the page they stand on. */
const REMEMBERED_FROM = 10_000;
/** In ms: so long nobody counts again, and so long the last count is still shown while it is counted again. */
const FRESH_MS = 1_000;
const SHOWN_MS = 2_000;
/** Filters and confinements that are remembered at a time. */
const MAX_ENTRIES = 500;

/**
 * How many cases each view holds. Exact, and of now, while there are fewer than 10,000; of a larger queue the
 * numbers that all share may be up to 2 s old, while a person's own never are. Any number who ask at once cost
 * one count, which begins after they asked.
 */
export async function readCaseCounts(
  ctx: ServiceContext,
  viewer: CaseViewer,
  filter: CaseFilter,
): Promise<CaseCounts> {
  const [shared, own] = await Promise.all([
    sharedCounts(ctx, viewer, filter),
    countCases(ctx.db, viewer, filter, OWN_VIEWS),
  ]);
  return { ...shared, ...own };
}

type Count = () => Promise<SharedCounts>;
type Entry = {
  counting: GroupCommit<Count, SharedCounts>;
  last: { counts: SharedCounts; at: number } | null;
};

/** By hub, of which a process has one. */
const remembered = new WeakMap<Hub, Map<string, Entry>>();

function sharedCounts(ctx: ServiceContext, viewer: CaseViewer, filter: CaseFilter): Promise<SharedCounts> {
  const entry = entryOf(ctx.hub, keyOf(viewer, filter));
  const count = () => countCases(ctx.db, viewer, filter, SHARED_VIEWS);
  const { last } = entry;
  const age = last === null ? Number.POSITIVE_INFINITY : performance.now() - last.at;
  if (last === null || age > SHOWN_MS || last.counts.open + last.counts.settled < REMEMBERED_FROM)
    return entry.counting.submit(count, 1);
  if (age > FRESH_MS && entry.counting.idle)
    entry.counting
      .submit(count, 1)
      .catch((err: unknown) => ctx.log.warn({ err }, "the queue was not counted"));
  return Promise.resolve(last.counts);
}

/** Whose numbers are the same: who sees the same cases by the same filter, whoever it is. */
function keyOf({ scope }: CaseViewer, { state: _state, held, ...filter }: CaseFilter): string {
  return JSON.stringify([scope, filter, held?.is]);
}

function entryOf(hub: Hub, key: string): Entry {
  const entries = remembered.get(hub) ?? new Map<string, Entry>();
  remembered.set(hub, entries);
  const known = entries.get(key);
  if (known !== undefined) return known;
  if (entries.size >= MAX_ENTRIES) entries.clear();
  const entry: Entry = { counting: countOnce((last) => Object.assign(entry, { last })), last: null };
  entries.set(key, entry);
  return entry;
}

/** One count at a time; who asks meanwhile shares the next one. */
function countOnce(remember: (last: Entry["last"]) => void): Entry["counting"] {
  return new GroupCommit({
    flush: async (asked) => {
      const at = performance.now();
      const counts = await asked[asked.length - 1]?.();
      if (counts === undefined) return [];
      remember({ counts, at });
      return asked.map(() => counts);
    },
    isolates: () => false,
    maxBatchWeight: Number.POSITIVE_INFINITY,
    maxQueuedWeight: Number.POSITIVE_INFINITY,
    maxInFlight: 1,
  });
}
