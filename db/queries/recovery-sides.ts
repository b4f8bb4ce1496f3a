import { type SQL, sql } from "drizzle-orm";
import { releases } from "@/db/schema/releases";
import type { RecoveryQuestion } from "./recovery-question";

/**
 * Each episode's side of the release. What names the release itself is after, whatever its time; else by when its own
 * service and environment got it, or, where its own release is known, by when that one went out: an old instance still
 * running is before. Without a comparison there is no side; where the release did not go out
 * to is apart.
 */
export function sided({ compare }: RecoveryQuestion): SQL {
  if (compare === null) return sql`select *, null::text as side from episodes`;
  return sql`
    select episodes.*, case
        when coalesce(mark.released_at, mark_whole.released_at) is null then 'apart'
        when episodes.release = ${compare.release}::text then 'after'
        when coalesce(named.released_at, named_whole.released_at, episodes.occurred_at)
          >= coalesce(mark.released_at, mark_whole.released_at) then 'after'
        else 'before' end as side
    from episodes
    left join marks as mark on mark.service = coalesce(episodes.service, '') and mark.environment = episodes.environment
    left join marks as mark_whole on mark_whole.service = coalesce(episodes.service, '') and mark_whole.environment = ''
    left join known as named on named.service = coalesce(episodes.service, '')
      and named.environment = episodes.environment and named.release = episodes.release
    left join known as named_whole on named_whole.service = coalesce(episodes.service, '')
      and named_whole.environment = '' and named_whole.release = episodes.release`;
}

/** `marks`: where and when the release went out; `known`: the same of every release. Empty parts for those not said. */
export function releaseTables({ compare }: RecoveryQuestion): SQL {
  if (compare === null) return sql``;
  return sql`marks as (
      select coalesce(service, '') as service, coalesce(environment, '') as environment, released_at
      from json_to_recordset(${JSON.stringify(compare.marks)}::text::json)
        as mark(service text, environment text, released_at timestamptz)
    ),
    known as (
      select coalesce(service, '') as service, coalesce(environment, '') as environment, release, released_at
      from ${releases}
    ),`;
}
