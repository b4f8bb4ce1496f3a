import type { Database } from "@/db/client";
import { runNamed } from "@/db/driver";
import type { EventClass } from "@/domain/event-class";
import { instantFromPostgres } from "@/domain/instant";
import type { CaseOfIntent } from "./intent-case";
import { identityOfUnreadable } from "./quarantine-read";

/** What could be read of a refused item whose effect is unknown, and the case it opened. */
export type RejectedAttempt = CaseOfIntent & {
  tool: string | null;
  code: string;
  class: EventClass;
  occurred_at: string;
};

type Refused = { quarantine_id: number; source_id: number; lone_event: string | null };

/**
 * The attempts of refused items in the queue, by quarantine id; of those only whose effect was not known. They lie where
 * their items do, so they need no confinement of their own. By the attempts' `identity`.
 */
export async function readRejectedAttempts(
  db: Database,
  refused: readonly Refused[],
): Promise<ReadonlyMap<number, RejectedAttempt>> {
  const asked = refused.flatMap(({ quarantine_id, source_id, lone_event }) =>
    lone_event === null ? [] : [{ quarantine_id, identity: identityOfUnreadable({ source_id, lone_event }) }],
  );
  if (asked.length === 0) return new Map();
  const rows = await runNamed<RejectedAttempt & { quarantine_id: number }>(db, REJECTED_ATTEMPTS, [
    JSON.stringify(asked),
  ]);
  return new Map(
    rows.map(({ quarantine_id, ...row }) => [
      quarantine_id,
      {
        ...row,
        occurred_at: instantFromPostgres(row.occurred_at),
        settled_at: row.settled_at && instantFromPostgres(row.settled_at),
      },
    ]),
  );
}

const REJECTED_ATTEMPTS = `
  select asked.quarantine_id, a.tool, a.code, a.class, a.occurred_at::text as occurred_at,
    c.case_id, c.state, v.verdict, c.settled_at::text as settled_at, c.reporter_ids
  from json_to_recordset($1::text::json) as asked(quarantine_id int, identity text)
    join attempts a on a.identity = asked.identity
    join cases c on c.case_id = a.case_id left join verdicts v on v.verdict_id = c.verdict_id`;
