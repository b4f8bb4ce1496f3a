import type { PreparedEvent } from "@/domain/event";
import { bucketsOf, seriesKey, seriesOf } from "@/domain/rollup-dimensions";

type Row = Record<string, string | number>;

/** The rollup rows that these events make; the ids of their series are as good as any. */
export function rollupRowsOf(
  events: readonly PreparedEvent[],
  firstId: number,
): { minutes: Row[]; hours: Row[] } {
  const ids = new Map<string, number>();
  const minutes = new Map<string, Row>();
  const hours = new Map<string, Row>();
  for (const event of events) {
    const { minute, hour, quarter } = bucketsOf(event.occurred_at);
    for (const series of seriesOf(event)) {
      const name = seriesKey(series);
      const series_id = ids.get(name) ?? firstId + ids.size;
      ids.set(name, series_id);
      if (series.level !== "tenant") count(minutes, { series_id, minute, failures: 0 }, minute, "failures");
      count(hours, { series_id, hour, q0: 0, q1: 0, q2: 0, q3: 0 }, hour, `q${quarter}`);
    }
  }
  return { minutes: [...minutes.values()], hours: [...hours.values()] };
}

function count(rows: Map<string, Row>, empty: Row, at: string, column: string): void {
  const key = `${empty.series_id} ${at}`;
  const row = rows.get(key) ?? empty;
  row[column] = Number(row[column]) + 1;
  rows.set(key, row);
}
