import type { PreparedEvent } from "@/domain/event";
import { foldSeries, type SeriesDimensions, seriesKey } from "@/domain/rollup-dimensions";
import type { Database } from "../client";
import { ensurePartitions, listPartitions, type PartitionedTable, type PartitionRange } from "./partitions";
import type { SeenRelease } from "./registry";
import { countSeries, internSeries } from "./series";

/** Combinations of the full level one source may make before the rest count as "other" (DESIGN 6). */
export const SERIES_PER_SOURCE = 20_000;

/** Codes and releases to enter in the registry. */
export type Unseen = { codes: { code: string; first_seen_at: string }[]; releases: SeenRelease[] };

type Sourced = { series: SeriesDimensions; source_id: number };

/** What one process remembers of series and partitions, so that a flush does not ask for them again. */
export class Interning {
  readonly #series = new Map<string, number>();
  readonly #counts = new Map<number, number>();
  readonly #partitions = new Map<PartitionedTable, PartitionRange[]>();
  readonly #codes = new Map<string, string>();
  readonly #releases = new Map<string, string>();
  readonly #seriesPerSource: number;

  constructor(seriesPerSource = SERIES_PER_SOURCE) {
    this.#seriesPerSource = seriesPerSource;
  }

  /** The id of a series that `learnSeries` was given. */
  seriesId(series: SeriesDimensions): number {
    const id = this.#series.get(seriesKey(series)) ?? this.#series.get(seriesKey(foldSeries(series)));
    if (id === undefined) throw new Error(`series was not interned: ${seriesKey(series)}`);
    return id;
  }

  /** Makes the ids of these series known, in one statement per source, and none when all are known. */
  async learnSeries(db: Database, wanted: readonly Sourced[]): Promise<void> {
    const bySource = new Map<number, Map<string, SeriesDimensions>>();
    for (const { series, source_id } of wanted) {
      const key = seriesKey(series);
      if (this.#series.has(key)) continue;
      const missing = bySource.get(source_id) ?? new Map<string, SeriesDimensions>();
      bySource.set(source_id, missing.set(key, series));
    }
    for (const [sourceId, missing] of bySource) await this.#intern(db, sourceId, [...missing.values()]);
  }

  async #intern(db: Database, sourceId: number, missing: SeriesDimensions[]): Promise<void> {
    const count = this.#counts.get(sourceId) ?? (await countSeries(db, sourceId));
    const capped = new Map<string, SeriesDimensions>();
    let made = count;
    for (const series of missing) {
      if (series.level === "full") made += 1;
      const kept = made > this.#seriesPerSource ? foldSeries(series) : series;
      capped.set(seriesKey(kept), kept);
    }
    const ids = await internSeries(db, [...capped.values()], sourceId);
    for (const [key, id] of ids) this.#series.set(key, id);
    this.#counts.set(sourceId, Math.min(made, this.#seriesPerSource + 1));
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
    return { codes: [...codes.values()], releases: [...releases.values()] };
  }

  /** To be called after the commit that entered them. */
  remember(entered: Unseen): void {
    for (const { code, first_seen_at } of entered.codes) this.#codes.set(code, first_seen_at);
    for (const release of entered.releases) this.#releases.set(releaseKey(release), release.released_at);
  }

  /** After another process dropped what this one remembers, or the database was restored. */
  forget(): void {
    this.#series.clear();
    this.#counts.clear();
    this.#partitions.clear();
    this.#codes.clear();
    this.#releases.clear();
  }
}

/** Later than any instant. */
const NEVER = "\u{10FFFF}";

function releaseKey(release: Omit<SeenRelease, "released_at">): string {
  return JSON.stringify([release.service, release.environment, release.release]);
}
