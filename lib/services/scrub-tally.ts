import { addScrubCounts, type ScrubCount } from "@/db/queries/scrub-counts";
import type { Runtime } from "./context";

/** How long counts gather before they are written. */
const GATHER_MS = 1_000;

type Tally = { counts: Map<string, ScrubCount>; timer: NodeJS.Timeout | null; writing: Promise<void> };

/**
 * Counts what was hidden in a source's report, by kind. Counts gather in memory and are written once a second and when
 * the process stops: they are a measure, so the transaction of ingest does not wait for them (decision 0063).
 */
export function tallyScrubbed(
  rt: Runtime,
  source_id: number,
  day: string,
  kinds: ReadonlyMap<string, number>,
): void {
  if (kinds.size === 0) return;
  const tally = tallyOf(rt);
  for (const [kind, found] of kinds) add(tally, { source_id, day, kind, found });
  tally.timer ??= setTimeout(() => void write(rt, tally), GATHER_MS).unref();
}

/** Writes what has gathered; a test or a stop need not wait for the second to pass. */
export function writeScrubTally(rt: Runtime): Promise<void> {
  return write(rt, tallyOf(rt));
}

function tallyOf(rt: Runtime): Tally {
  return rt.once("scrub tally", () => {
    const tally: Tally = { counts: new Map(), timer: null, writing: Promise.resolve() };
    rt.onStop(() => write(rt, tally));
    return tally;
  });
}

function add({ counts }: Tally, count: ScrubCount): void {
  const key = `${count.source_id} ${count.day} ${count.kind}`;
  const known = counts.get(key);
  if (known) known.found += count.found;
  else counts.set(key, { ...count });
}

/** One write at a time; what could not be written is kept for the next. */
function write(rt: Runtime, tally: Tally): Promise<void> {
  if (tally.timer !== null) clearTimeout(tally.timer);
  tally.timer = null;
  tally.writing = tally.writing.then(async () => {
    const counts = [...tally.counts.values()];
    tally.counts.clear();
    try {
      await addScrubCounts(rt.db, counts);
    } catch (err) {
      for (const count of counts) add(tally, count);
      rt.log.warn({ err }, "what was scrubbed could not be counted yet");
    }
  });
  return tally.writing;
}
