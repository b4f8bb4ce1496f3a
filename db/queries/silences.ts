import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { codes } from "@/db/schema/codes";
import { silenceRuns, silences } from "@/db/schema/silences";
import type { ValueFilters } from "@/domain/filters";
import type { Confinement } from "@/domain/permissions";
import type { SilenceState } from "@/domain/silence-states";
import { confine } from "./confinement";
import { matching } from "./event-filter";

export type SilencesQuestion = {
  filters: Pick<ValueFilters, "service" | "environment" | "tool" | "code">;
  state: readonly SilenceState[] | undefined;
  confinement: Confinement;
};

/** The place of a silence in the list. */
export type SilencePlace = [since: string, silence_id: number];

/**
 * Silences below `after`, the newest first, down `silences_by_since`. Who is confined to tenants reads those judged within
 * their tenants: one judged over all tenants would tell them of the others.
 */
export function listSilenceRows(
  db: Database | Transaction,
  { filters, state, confinement }: SilencesQuestion,
  page: { after: SilencePlace | null; limit: number },
) {
  const level = confinement.tenants === null ? "full" : "tenant";
  const unknown = { class: null, effect: null, release: null, unmapped: null };
  return db
    .select({ silence: silences, retired_at: codes.retired_at })
    .from(silences)
    .leftJoin(codes, eq(codes.code, silences.code))
    .where(
      and(
        eq(silences.level, level),
        matching(filters, { ...silences, ...unknown }),
        state === undefined || state.length === 0 ? undefined : inArray(silences.state, [...state]),
        confine(confinement, { ...silences, tenant: level === "tenant" ? silences.tenant : null }),
        page.after === null ? undefined : below(page.after),
      ),
    )
    .orderBy(desc(silences.since), desc(silences.silence_id))
    .limit(page.limit);
}

const below = ([since, silence_id]: SilencePlace): SQL =>
  sql`(${silences.since}, ${silences.silence_id}) < (${since}::timestamptz, ${silence_id}::int)`;

/** When silences were last judged; null: not yet. */
export async function readJudgedAt(db: Database | Transaction): Promise<string | null> {
  const [row] = await db.select({ judged_at: silenceRuns.judged_at }).from(silenceRuns);
  return row?.judged_at ?? null;
}

export type JudgedSilence = Omit<
  typeof silences.$inferInsert,
  "silence_id" | "noticed_at" | "judged_at" | "returned_at"
>;

/**
 * Stores what was judged at `now`: a silence keeps when it was noticed for as long as it lasts. In the order of the key, so
 * that an old leader and a new one cannot deadlock.
 */
export async function storeSilences(
  tx: Transaction,
  judged: readonly JudgedSilence[],
  now: string,
): Promise<void> {
  if (judged.length === 0) return;
  await tx.execute(sql`
    insert into silences as kept (level, tool, code, service, environment, tenant, state, since, noticed_at, judged_at,
      release, released_at, release_url, evidence)
    select level, tool, code, service, environment, tenant, state, since, ${now}::text::timestamptz,
      ${now}::text::timestamptz, release, released_at, release_url, evidence
    from json_to_recordset(${JSON.stringify(judged)}::text::json) as judged(level text, tool text, code text,
      service text, environment text, tenant text, state text, since timestamptz, release text,
      released_at timestamptz, release_url text, evidence json)
    order by level, tool, code, service, environment, tenant
    on conflict (level, tool, code, service, environment, tenant) do update set
      state = excluded.state, since = excluded.since, judged_at = excluded.judged_at, returned_at = null,
      noticed_at = case when kept.since = excluded.since and kept.state <> 'returned' then kept.noticed_at
        else excluded.noticed_at end,
      release = excluded.release, released_at = excluded.released_at, release_url = excluded.release_url,
      evidence = excluded.evidence`);
}

/** Marks silences as ended whose code has been seen since, by the first hour of it. */
export async function endSilences(tx: Transaction, now: string): Promise<void> {
  await tx.execute(sql`
    update silences set state = 'returned', returned_at = seen.first, judged_at = ${now}::text::timestamptz
    from (
      select silence_id, (
        select min(r.hour) from series s join rollup_hours r using (series_id)
        where s.level = silences.level and s.tool = silences.tool and s.code = silences.code
          and s.service is not distinct from silences.service
          and s.environment is not distinct from silences.environment
          and (silences.level = 'full' or s.tenant is not distinct from silences.tenant)
          and r.hour >= date_trunc('hour', silences.since - interval '1 microsecond', 'UTC') + interval '1 hour'
      ) as first
      from silences where state <> 'returned'
    ) as seen
    where seen.silence_id = silences.silence_id and seen.first is not null`);
}

/** Forgets silences that began before this and have long been known. */
export async function trimSilences(tx: Transaction, before: string): Promise<void> {
  await tx.delete(silences).where(sql`${silences.since} < ${before}::text::timestamptz`);
}

export async function rememberJudged(tx: Transaction, now: string): Promise<void> {
  await tx
    .insert(silenceRuns)
    .values({ judged_at: now })
    .onConflictDoUpdate({ target: silenceRuns.run, set: { judged_at: now } });
}
