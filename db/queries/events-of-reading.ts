import { sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { events } from "@/db/schema/events";
import type { Effect } from "@/domain/effect";
import type { EventClass } from "@/domain/event-class";
import { instantFromMicros, instantFromPostgres, microsOf } from "@/domain/instant";
import type { FailureColumns } from "@/domain/moves/failure-columns";
import { cellOf } from "@/domain/number-column";
import { failuresAsked, type MovesQuestion } from "./moves-question";

export type EventOfReading = {
  event_id: string;
  reference: string;
  occurred_at: string;
  run_id: string;
  service: string | null;
  environment: string | null;
  tenant: string | null;
  tool: string;
  code: string;
  class: EventClass;
  effect: Effect | null;
  unmapped: boolean;
};

/** What stands at these places of a reading, read in the same snapshot: by its time, and among those of one time by its turn. */
export async function readEventsAt(
  tx: Transaction,
  question: MovesQuestion,
  { read, places }: { read: FailureColumns; places: readonly number[] },
): Promise<Map<number, EventOfReading>> {
  if (places.length === 0) return new Map();
  const placeOf = new Map(places.map((at) => [keyAt(read, at), at]));
  const times = [...new Set(places.map((at) => instantFromMicros(cellOf(read.occurred, at)).iso))];
  const rows = await tx.execute<EventOfReading & { same: number }>(sql`
    select ${events.event_id}, ${events.reference}, ${events.occurred_at}, ${events.run_id}, ${events.service},
      ${events.environment}, ${events.tenant}, ${events.tool}, ${events.code}, ${events.class}, ${events.effect},
      ${events.unmapped},
      (row_number() over (partition by ${events.occurred_at} order by ${events.event_id} desc))::int - 1 as same
    from ${events} where ${failuresAsked(question)} and ${events.occurred_at} = any(${`{${times.join(",")}}`}::timestamptz[])`);
  const found = new Map<number, EventOfReading>();
  for (const { same, ...row } of rows) {
    const occurred_at = instantFromPostgres(row.occurred_at);
    const at = placeOf.get(`${microsOf(occurred_at)} ${same}`);
    if (at !== undefined) found.set(at, { ...row, occurred_at });
  }
  return found;
}

/** Its time, and how many of the same time stand before it. */
function keyAt({ occurred }: FailureColumns, at: number): string {
  const time = cellOf(occurred, at);
  let first = at;
  while (cellOf(occurred, first - 1) === time) first -= 1;
  return `${time} ${at - first}`;
}
