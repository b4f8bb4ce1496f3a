import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";

/**
 * Inserts the notices that the query gives: `person_id, kind, case_id, deadline_at, message_id, bulk_id, by, data,
 * created_at`. Of a bulk action each person gets one, on the case that is due first, with how many `others` it stands
 * for; its next part adds to the same one, read or not. Two parts at once are decided by the row of the notice.
 * Notices stand in the order in which their messages were made. Answers who was told.
 */
export function insertNotices(tx: Transaction, told: SQL): Promise<{ person_id: string }[]> {
  return tx.execute<{ person_id: string }>(sql`
    with told as materialized (${told}),
    singly as (
      insert into notices (person_id, kind, case_id, message_id, by, data, created_at)
      select person_id, kind, case_id, message_id, by, data, created_at from told where bulk_id is null
      order by created_at, message_id, person_id
      on conflict (message_id, person_id) where message_id is not null do nothing
      returning person_id),
    together as (
      insert into notices as n (person_id, kind, case_id, bulk_id, by, data, created_at)
      select person_id, min(kind), (array_agg(case_id order by deadline_at, case_id))[1], bulk_id, min(by),
        ((array_agg(data))[1]::jsonb || jsonb_build_object('others', count(*) - 1))::json, min(created_at)
      from told where bulk_id is not null
      group by bulk_id, person_id order by bulk_id, person_id
      on conflict (bulk_id, person_id) where bulk_id is not null do update set data = (n.data::jsonb
        || jsonb_build_object('others', (n.data ->> 'others')::int + (excluded.data ->> 'others')::int + 1))::json
      returning person_id)
    select person_id from singly union select person_id from together`);
}
