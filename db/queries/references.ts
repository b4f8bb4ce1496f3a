import type { Database } from "@/db/client";
import { runNamed } from "@/db/driver";
import { instantFromPostgres } from "@/domain/instant";
import type { EventFacts, FramesFacts } from "@/domain/occurrences";
import type { Confinement } from "@/domain/permissions";
import { inPlainWords } from "@/domain/plain-words";
import { confineText } from "./confined-text";
import { IS_OF_EVENT } from "./outlived-events";
import { wantedTexts } from "./wanted-texts";

/** A producer that sends one reference for everything must not make a lookup slow. */
export const ROWS_PER_REFERENCE = 200;

export type CaseOfEvent = {
  event_id: string;
  source_id: number | null;
  case_id: string;
  state: "open" | "awaiting_second" | "settled";
  verdict: "committed" | "absent" | "compensated" | "undeterminable" | null;
  settled_at: string | null;
  /** The people and keys who opened it. */
  reporter_ids: string[];
};

/** What stands under references: events, frames, and the cases that these events are attempts of. */
export type ReferenceRows = { events: EventFacts[]; frames: FramesFacts[]; cases: CaseOfEvent[] };

/**
 * The newest of what stands under these exact references, in one statement that is planned once: planning over thirty
 * partitions takes longer than running, and a second round trip as long again.
 *
 * Events are confined. Frames are not, since who may see them depends on the event they belong to; cases need not be,
 * since an attempt lies where its event does. One descent of the primary key per reference and partition: `= any` with
 * an order would sort all rows of a reference that was used a million times.
 */
export async function readReferenceRows(
  db: Database,
  references: readonly string[],
  confinement: Confinement,
  only: OnlyOf | null = null,
): Promise<ReferenceRows> {
  const confined = confineText(confinement, "e", 2);
  const { condition: ofCase } = confineText(confinement, "c", 2);
  const parameters = [JSON.stringify(references), ...confined.parameters];
  const [ofEvents, ofAttempts] = only === null ? ["", ""] : onlyOf(only, parameters.length + 1);
  const [row] = await runNamed<ReferenceRows & { kept_frames: FramesFacts[] }>(
    db,
    referenceRows(confined.condition + ofEvents, ofCase + ofAttempts),
    only === null ? parameters : [...parameters, only.value],
  );
  const { events, cases, ...both } = row ?? { events: [], frames: [], kept_frames: [], cases: [] };
  const frames = [...both.frames, ...both.kept_frames];
  return {
    events: events.map((one) => ({ ...one, occurred_at: instantFromPostgres(one.occurred_at) })),
    frames: frames.map((one) => ({ ...one, captured_at: instantFromPostgres(one.captured_at) })),
    cases: cases
      .filter((one) => events.some((e) => e.event_id === one.event_id && e.source_id === one.source_id))
      .map((one) => ({ ...one, settled_at: one.settled_at && instantFromPostgres(one.settled_at) })),
  };
}

/** One event, or one run, of a reference that stands on more events than are read. */
export type OnlyOf = { column: "event_id" | "run_id"; value: string };

function onlyOf({ column }: OnlyOf, parameter: number): [ofEvents: string, ofAttempts: string] {
  const value = `$${parameter}::text`;
  return [
    ` and e.${column} = ${value}${column === "event_id" ? "::uuid" : ""}`,
    ` and a.${column} = ${value}`,
  ];
}

/**
 * What retention dropped while a case keeps it is among them: its events as the case's attempts, its frames apart.
 * Dropped is what is not among the events read, and not older than they where only the newest were: to ask the table
 * once more would be another step into each partition, whether or not there is a case.
 */
const referenceRows = (confined: string, ofCase: string) => `
  with wanted as materialized (select reference from ${wantedTexts("$1", "texts", "reference")}),
  stored as materialized (
    select found.* from wanted cross join lateral (
      select e.source_id, e.event_id, e.reference, e.occurred_at, e.run_id, e.tool, e.tenant,
        e.environment, e.service, e.code, e.class, e.effect
      from events e where e.reference = wanted.reference${confined}
      order by e.occurred_at desc limit ${ROWS_PER_REFERENCE}
    ) as found
  ),
  event as materialized (
    select * from stored
    union all
    select found.* from wanted cross join lateral (
      select a.source_id, a.event_id::uuid, a.reference, a.occurred_at, a.run_id, a.tool, c.tenant,
        c.environment, c.service, a.code, a.class, a.effect
      from attempts a join cases c on c.case_id = a.case_id
      where a.reference = wanted.reference and ${IS_OF_EVENT}${ofCase}
        and not exists (
          select from stored s where s.reference = a.reference and s.occurred_at = a.occurred_at
            and s.event_id = a.event_id::uuid and s.source_id = a.source_id)
        and (select count(*) < ${ROWS_PER_REFERENCE} or min(s.occurred_at) <= a.occurred_at
          from stored s where s.reference = wanted.reference)
      order by a.occurred_at desc limit ${ROWS_PER_REFERENCE}
    ) as found
  )
  select coalesce((select json_agg(event) from event), '[]') as events,
    coalesce((select json_agg(found) from wanted cross join lateral (
      select f.frames_id, f.reference, f.event_id, f.captured_at::text as captured_at, f.tool, f.tenant, f.environment,
        f.service
      from frames f where f.reference = wanted.reference
      order by f.captured_at desc limit ${ROWS_PER_REFERENCE}
    ) as found), '[]') as frames,
    coalesce((select json_agg(found) from wanted cross join lateral (
      select f.frames_id, f.reference, f.event_id, f.captured_at::text as captured_at, f.tool, f.tenant, f.environment,
        f.service
      from kept_frames f where f.reference = wanted.reference
      order by f.captured_at desc limit ${ROWS_PER_REFERENCE}
    ) as found), '[]') as kept_frames,
    coalesce((select json_agg(found) from (
      select a.event_id, a.source_id, c.case_id, c.state, v.verdict, c.settled_at::text as settled_at, c.reporter_ids
      from attempts a join cases c on c.case_id = a.case_id left join verdicts v on v.verdict_id = c.verdict_id
      where a.event_id = any(array(select event.event_id::text from event)) and a.unreadable is null
    ) as found), '[]') as cases`;

const REJECTIONS_MAX = 20;

export type RejectedReference = {
  reference: string;
  door: string;
  reason: string;
  detail: string;
  received_at: string;
  quarantine_id: number;
  source_id: number;
  /** What its case is told apart by (`quarantine`); null where its effect was not unknown. */
  lone_event: string | null;
};

/**
 * What was refused under one of these references, newest first; never its payload. Two searches rather than one with
 * `or`, which takes a bitmap of both indexes and sorts it.
 */
export async function readRejections(
  db: Database,
  wanted: { references: readonly string[]; skeletons: readonly string[] },
  confinement: Confinement,
): Promise<RejectedReference[]> {
  const { condition, parameters } = confineText(confinement, "q", 3);
  const search = (column: string, parameter: string) => `
    (select q.quarantine_id, q.source_id, q.lone_event, q.reference, q.door, q.reason, q.detail,
      q.last_received_at::text as received_at
    from quarantine q
    where q.${column} = any(array(select value from json_array_elements_text(${parameter}::text::json)))${condition}
    order by q.last_received_at desc limit ${REJECTIONS_MAX})`;
  const rows = await runNamed<RejectedReference>(
    db,
    `select quarantine_id::int as quarantine_id, source_id, lone_event, reference, door, reason, detail, received_at from (
      ${search("reference", "$1")} union ${search("skeleton", "$2")}
    ) as found order by received_at desc limit ${REJECTIONS_MAX}`,
    [JSON.stringify(wanted.references), JSON.stringify(wanted.skeletons), ...parameters],
  );
  return rows.map((row) => ({
    ...row,
    detail: inPlainWords(row.detail),
    received_at: instantFromPostgres(row.received_at),
  }));
}
