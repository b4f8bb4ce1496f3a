import { sql } from "drizzle-orm";
import type { Transaction } from "../client";

export type SeenRelease = {
  service: string | null;
  environment: string | null;
  release: string;
  released_at: string;
};

/** Enters codes that were never seen before. */
export async function registerCodes(
  tx: Transaction,
  codes: readonly { code: string; first_seen_at: string }[],
): Promise<void> {
  if (codes.length === 0) return;
  await tx.execute(sql`
    insert into codes as c (code, first_seen_at)
    select code, min(first_seen_at)
    from json_to_recordset(${JSON.stringify(codes)}::text::json) as item(code text, first_seen_at timestamptz)
    group by code order by code
    on conflict (code) do update set first_seen_at = excluded.first_seen_at
      where excluded.first_seen_at < c.first_seen_at`);
}

/** A release seen on an event makes its own marker, at its earliest event, until a deployment reports it. */
export async function registerReleases(tx: Transaction, releases: readonly SeenRelease[]): Promise<void> {
  if (releases.length === 0) return;
  await tx.execute(sql`
    insert into releases as r (service, environment, release, released_at, known_from)
    select service, environment, release, min(released_at), 'event'
    from json_to_recordset(${JSON.stringify(releases)}::text::json)
      as item(service text, environment text, release text, released_at timestamptz)
    group by service, environment, release
    order by service, environment, release
    on conflict on constraint releases_named do update set released_at = excluded.released_at
      where r.known_from = 'event' and excluded.released_at < r.released_at`);
}
