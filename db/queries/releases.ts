import { and, desc, isNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database, Transaction } from "@/db/client";
import { releases } from "@/db/schema/releases";
import { series } from "@/db/schema/series";
import { instantFromPostgres } from "@/domain/instant";
import type { Confinement } from "@/domain/permissions";
import type { PreparedRelease } from "@/domain/reported-release";
import { confine } from "./confinement";
import { within } from "./event-filter";

type ReleaseName = Pick<PreparedRelease, "service" | "environment" | "release">;

/** A text that is equal for equal names. */
export function releaseKey({ service, environment, release }: ReleaseName): string {
  return JSON.stringify([service, environment, release]);
}

/**
 * Enters what deployments reported and answers the keys of what was new, or known from an event only: what a
 * deployment says replaces that guess, never another deployment's word.
 */
export async function enterReleases(
  tx: Transaction,
  reported: readonly PreparedRelease[],
): Promise<Set<string>> {
  const rows = await tx.execute<ReleaseName>(sql`
    insert into releases as r (service, environment, release, released_at, url, known_from)
    select service, environment, release, released_at, url, 'report'
    from json_to_recordset(${JSON.stringify(reported)}::text::json)
      as item(service text, environment text, release text, released_at timestamptz, url text)
    order by service, environment, release
    on conflict on constraint releases_named do update
      set released_at = excluded.released_at, url = excluded.url, known_from = 'report'
      where r.known_from = 'event'
    returning service, environment, release`);
  return new Set(rows.map(releaseKey));
}

/** What is known under these names, by key. */
export async function readReleases(
  tx: Transaction,
  names: readonly ReleaseName[],
): Promise<Map<string, { released_at: string; url: string | null }>> {
  if (names.length === 0) return new Map();
  const rows = await tx.execute<ReleaseName & { released_at: string; url: string | null }>(sql`
    select r.service, r.environment, r.release, r.released_at, r.url
    from json_to_recordset(${JSON.stringify(names)}::text::json)
      as item(service text, environment text, release text)
    join releases r on r.service = item.service and r.release = item.release
      and r.environment is not distinct from item.environment`);
  return new Map(
    rows.map((row) => [releaseKey(row), { released_at: instantFromPostgres(row.released_at), url: row.url }]),
  );
}

export type ReleaseFilters = {
  from?: string | undefined;
  to?: string | undefined;
  service?: string[] | undefined;
  environment?: string[] | undefined;
  release?: string[] | undefined;
};

/** The place of a release in the list. */
export type ReleasePlace = [released_at: string, release_id: number];

/**
 * Markers, newest first, below `after`. A marker made from an event is left out where a deployment reported
 * the same release for the whole service. Releases belong to no tenant: people confined to tenants see
 * those that failed for them.
 */
export function listReleaseRows(
  db: Database | Transaction,
  question: { filters: ReleaseFilters; confinement: Confinement },
  page: { after: ReleasePlace | null; limit: number },
) {
  const { filters, confinement } = question;
  const any = (column: SQL, values: string[] | undefined) =>
    values?.length ? sql`${column} = any(${sql.param(values)}::text[])` : undefined;
  return db
    .select()
    .from(releases)
    .where(
      and(
        within(releases.released_at, filters.from, filters.to),
        any(sql`${releases.service}`, filters.service),
        filters.environment?.length ? inEnvironment(filters.environment) : undefined,
        any(sql`${releases.release}`, filters.release),
        confine({ ...confinement, tenants: null, environments: null }, { ...releases, tenant: null }),
        inEnvironment(confinement.environments ?? undefined),
        confinement.tenants === null ? undefined : failedWithin(confinement),
        notReportedAsWhole(),
        page.after === null
          ? undefined
          : sql`(${releases.released_at}, ${releases.release_id}) < (${page.after[0]}::timestamptz, ${page.after[1]}::int)`,
      ),
    )
    .orderBy(desc(releases.released_at), desc(releases.release_id))
    .limit(page.limit);
}

/** What was reported without an environment went out in all of them. */
function inEnvironment(environments: string[] | undefined): SQL | undefined {
  if (environments === undefined) return undefined;
  return sql`(${releases.environment} = any(${sql.param(environments)}::text[])
    or (${releases.environment} is null and ${releases.known_from} = 'report'))`;
}

function failedWithin(confinement: Confinement): SQL {
  return sql`exists (select from ${series} where ${and(
    sql`${series.level} = 'tenant' and ${series.release} = ${releases.release}`,
    sql`${series.service} is not distinct from ${releases.service}`,
    sql`(${releases.environment} is null or ${series.environment} = ${releases.environment})`,
    confine(confinement, series),
  )})`;
}

function notReportedAsWhole(): SQL {
  const whole = alias(releases, "whole");
  return sql`(${releases.known_from} = 'report' or not exists (select from ${releases} as whole where ${and(
    sql`${whole.known_from} = 'report'`,
    sql`${whole.service} = ${releases.service}`,
    sql`${whole.release} = ${releases.release}`,
    isNull(whole.environment),
  )}))`;
}
