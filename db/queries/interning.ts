import type { PreparedEvent } from "@/domain/event";
import {
  type Counted,
  countedKey,
  foldSeries,
  type SeriesDimensions,
  seriesKey,
  seriesOf,
} from "@/domain/rollup-dimensions";
import type { Database } from "../client";
import { ensurePartitions, listPartitions, type PartitionedTable, type PartitionRange } from "./partitions";
import type { SeenRelease } from "./registry";
import { countSeries, internSeries } from "./series";

/** Combinations of the full level one source may make before the rest count as "other" (DESIGN 6). */
export const SERIES_PER_SOURCE = 20_000;

/** Series that a process remembers, and combinations of them; more than an installation should have, some 100 MB at most. */
const SERIES_REMEMBERED = 200_000;

/** Codes, tools and releases to enter in the registry. */
export type Unseen = {
  codes: { code: string; first_seen_at: string }[];
  tools: string[];
  releases: SeenRelease[];
};

/** The three series that an event counts in, by id. */
export type SeriesTriple = readonly [overview: number, full: number, tenant: number];

type CountedEvent = Counted & { source_id: number };

/** The series of an event that was given to `learnSeries`. */
export type SeriesIds = (event: CountedEvent) => SeriesTriple;

/** What one process remembers of series and partitions, so that a flush does not ask for them again. */
export class Interning {
  readonly #series = new Map<string, number>();
  /** By `countedKey`: what nearly every event finds its series by. */
  readonly #triples = new Map<string, SeriesTriple>();
  readonly #counts = new Map<number, number>();
  readonly #partitions = new Map<PartitionedTable, PartitionRange[]>();
  readonly #codes = new Map<string, string>();
  readonly #tools = new Set<string>();
  readonly #releases = new Map<string, string>();
  readonly #seriesPerSource: number;

  constructor(seriesPerSource = SERIES_PER_SOURCE) {
    this.#seriesPerSource = seriesPerSource;
  }

  /**
   * The series of these events, made where missing by one statement per source. The answer holds them all, so
   * that a flush does not depend on what another one makes this process forget.
   */
  async learnSeries(db: Database, events: readonly CountedEvent[]): Promise<SeriesIds> {
    if (this.#series.size + this.#triples.size > SERIES_REMEMBERED) {
      this.#series.clear();
      this.#triples.clear();
    }
    const triples = new Map<CountedEvent, SeriesTriple>();
    const strangers: CountedEvent[] = [];
    for (const event of events) {
      const triple = this.#triples.get(countedKey(event));
      if (triple === undefined) strangers.push(event);
      else triples.set(event, triple);
    }
    if (strangers.length > 0) await this.#meet(db, strangers, triples);
    return (event) => {
      const triple = triples.get(event);
      if (triple === undefined) throw new Error(`series were not interned: ${countedKey(event)}`);
      return triple;
    };
  }

  /** Learns combinations that no event had before. */
  async #meet(db: Database, events: readonly CountedEvent[], triples: Map<CountedEvent, SeriesTriple>) {
    const ids = new Map<string, number>();
    const missing = new Map<number, Map<string, SeriesDimensions>>();
    for (const event of events) {
      for (const series of seriesOf(event)) {
        const key = seriesKey(series);
        const id = this.#series.get(key);
        if (id !== undefined) ids.set(key, id);
        else {
          const ofSource = missing.get(event.source_id) ?? new Map<string, SeriesDimensions>();
          missing.set(event.source_id, ofSource.set(key, series));
        }
      }
    }
    for (const [sourceId, ofSource] of missing) {
      for (const [key, id] of await this.#intern(db, sourceId, [...ofSource.values()])) ids.set(key, id);
    }
    for (const event of events) {
      const triple = tripleOf(event, ids);
      triples.set(event, triple);
      this.#triples.set(countedKey(event), triple);
    }
  }

  /** By the key of what was wanted, also where it counts under "other". */
  async #intern(db: Database, sourceId: number, missing: SeriesDimensions[]): Promise<Map<string, number>> {
    let made = this.#counts.get(sourceId) ?? (await countSeries(db, sourceId));
    const kept = missing.map((series) => {
      if (series.level === "full") made += 1;
      return made > this.#seriesPerSource ? foldSeries(series) : series;
    });
    const distinct = new Map(kept.map((series) => [seriesKey(series), series]));
    const interned = await internSeries(db, [...distinct.values()], sourceId);
    this.#counts.set(sourceId, Math.min(made, this.#seriesPerSource + 1));
    const ids = new Map<string, number>();
    missing.forEach((series, index) => {
      const id = interned.get(seriesKey(kept[index] ?? series));
      if (id !== undefined) ids.set(seriesKey(series), id);
    });
    for (const [key, id] of ids) this.#series.set(key, id);
    return ids;
  }

  /** Makes sure that partitions hold these instants. */
  async learnPartitions(
    db: Database,
    table: PartitionedTable,
    instants: readonly string[],
    widthDays: number,
  ) {
    const known = this.#partitions.get(table) ?? (await listPartitions(db, table));
    const missing = instants.filter(
      (instant) => !known.some((range) => range.from <= instant && instant < range.to),
    );
    this.#partitions.set(
      table,
      missing.length > 0 ? await ensurePartitions(db, table, missing, widthDays) : known,
    );
  }

  /** Whether one partition that this process knows of holds them all. */
  inOnePartition(table: PartitionedTable, events: readonly { occurred_at: string }[]): boolean {
    const first = events[0]?.occurred_at ?? "";
    const range = this.#partitions.get(table)?.find(({ from, to }) => from <= first && first < to);
    return (
      range !== undefined &&
      events.every(({ occurred_at }) => range.from <= occurred_at && occurred_at < range.to)
    );
  }

  /** What of these events the registry does not know yet, or knows from a later time only. */
  unseen(events: readonly PreparedEvent[]): Unseen {
    const codes = new Map<string, { code: string; first_seen_at: string }>();
    const releases = new Map<string, SeenRelease>();
    for (const { code, occurred_at, service, environment, release } of events) {
      if (occurred_at < (codes.get(code)?.first_seen_at ?? this.#codes.get(code) ?? NEVER))
        codes.set(code, { code, first_seen_at: occurred_at });
      if (release === null) continue;
      const key = releaseKey({ service, environment, release });
      if (occurred_at < (releases.get(key)?.released_at ?? this.#releases.get(key) ?? NEVER))
        releases.set(key, { service, environment, release, released_at: occurred_at });
    }
    const tools = new Set(events.map(({ tool }) => tool).filter((tool) => !this.#tools.has(tool)));
    return { codes: [...codes.values()], tools: [...tools], releases: [...releases.values()] };
  }

  /** To be called after the commit that entered them. */
  remember(entered: Unseen): void {
    for (const { code, first_seen_at } of entered.codes) this.#codes.set(code, first_seen_at);
    for (const tool of entered.tools) this.#tools.add(tool);
    for (const release of entered.releases) this.#releases.set(releaseKey(release), release.released_at);
  }

  /** After another process dropped what this one remembers, or the database was restored. */
  forget(): void {
    this.#series.clear();
    this.#triples.clear();
    this.#counts.clear();
    this.#partitions.clear();
    this.#codes.clear();
    this.#tools.clear();
    this.#releases.clear();
  }
}

function tripleOf(event: CountedEvent, ids: ReadonlyMap<string, number>): SeriesTriple {
  const [overview, full, tenant] = seriesOf(event).map((series) => ids.get(seriesKey(series)));
  if (overview === undefined || full === undefined || tenant === undefined)
    throw new Error(`series were not interned: ${countedKey(event)}`);
  return [overview, full, tenant];
}

/** Later than any instant. */
const NEVER = "\u{10FFFF}";

function releaseKey(release: Omit<SeenRelease, "released_at">): string {
  return JSON.stringify([release.service, release.environment, release.release]);
}
