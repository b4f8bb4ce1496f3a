import { sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { instantFromMicros } from "@/domain/instant";
import type { FailureColumns } from "@/domain/moves/failure-columns";
import type { Crowded } from "@/domain/moves/judge-rules";
import { cellOf } from "@/domain/number-column";
import { readEventsAt } from "./events-of-reading";
import type { MovesQuestion } from "./moves-question";

const MINUTE = 60_000_000;
const minuteOf = (micros: number) => Math.floor(micros / MINUTE) * MINUTE;

/**
 * Those of these repeats where the calls of their minute and the one before do not show that most came through. Of the same
 * tenant, as the failures are counted: a failure is judged alike for whoever looks, whatever else they see. Without calls
 * reported for that minute, so many failures are taken for most of them.
 */
export async function areMostlyFailing(
  tx: Transaction,
  question: MovesQuestion,
  { read, crowded }: { read: FailureColumns; crowded: readonly Crowded[] },
): Promise<number[]> {
  if (crowded.length === 0) return [];
  const places = new Map(crowded.map(({ at }) => [cellOf(read.place, at), at]));
  const named = await readEventsAt(tx, question, { read, places: [...places.values()] });
  const wanted = new Map<string, object>();
  const keyOf = (at: number) => `${cellOf(read.place, at)} ${minuteOf(cellOf(read.occurred, at))}`;
  for (const { at } of crowded) {
    const event = named.get(places.get(cellOf(read.place, at)) ?? -1);
    if (event === undefined) throw new Error("a failure of the reading is not in its own snapshot");
    const { tool, service, environment, tenant } = event;
    const minute = instantFromMicros(minuteOf(cellOf(read.occurred, at))).iso;
    wanted.set(keyOf(at), { key: keyOf(at), tool, service, environment, tenant, minute });
  }
  const rows = await tx.execute<{ key: string; calls: number }>(sql`
    select wanted.key, made.calls
    from json_to_recordset(${JSON.stringify([...wanted.values()])}::text::json) as wanted(key text, tool text, service text,
      environment text, tenant text, minute timestamptz)
    cross join lateral (
      select sum(calls.calls)::float8 as calls from calls
      where calls.tool = wanted.tool and calls.service is not distinct from wanted.service
        and calls.environment is not distinct from wanted.environment
        and calls.tenant is not distinct from wanted.tenant
        and calls.minute >= wanted.minute - interval '1 minute' and calls.minute <= wanted.minute
    ) as made where made.calls is not null`);
  const calls = new Map(rows.map((row) => [row.key, row.calls]));
  return crowded.flatMap(({ at, within_a_minute }) =>
    (calls.get(keyOf(at)) ?? 0) <= 2 * within_a_minute ? [at] : [],
  );
}
