import type { Sql } from "postgres";
import { bulk, bulkByWeek, withoutIndexes } from "./bulk";

const DIMENSIONS = {
  overview: ["service", "environment", "class", "unmapped"],
  full: ["service", "environment", "class", "unmapped", "tool", "code", "effect", "release"],
  tenant: ["service", "environment", "class", "unmapped", "tool", "code", "effect", "release", "tenant"],
} as const;
type Level = keyof typeof DIMENSIONS;
const LEVELS = ["overview", "full", "tenant"] as const;

const named = (level: Level) => DIMENSIONS[level].join(", ");
/** Series are told apart by one text, for nulls join nothing. */
const keyOf = (level: Level) =>
  `concat_ws('|', '${level}', ${DIMENSIONS[level].map((name) => `coalesce(${name}::text, '-')`).join(", ")})`;

/**
 * The series and rollups of all failures, as the ingest counts them: all events are read once for the level that knows most,
 * of which the others are sums. Rows are stored in order of time, as they come.
 */
export async function fillRollups(sql: Sql): Promise<void> {
  await sql`truncate series restart identity`;
  await sql`truncate rollup_minutes, rollup_hours, rollup_days, rolled_days, folded_days, folded_until`;
  await countOnce(sql);
  for (const level of LEVELS)
    await bulk(
      sql,
      `insert into series (level, first_source_id, ${named(level)}) select distinct '${level}', 1, ${named(level)} from counted`,
    );
  await bulk(
    sql,
    `create unlogged table keyed as select series_id,
      case level ${LEVELS.map((level) => `when '${level}' then ${keyOf(level)}`).join(" ")} end as key from series`,
  );
  await sql`analyze keyed`;
  await withoutIndexes(sql, "rollup_hours", () => storeHours(sql));
  await withoutIndexes(sql, "rollup_minutes", () => storeMinutes(sql));
  await sql`drop table counted, counted_minutes, keyed`;
}

async function countOnce(sql: Sql): Promise<void> {
  const quarters = [0, 1, 2, 3].map((at) => {
    const isIn = `date_part('minute', occurred_at) >= ${at * 15} and date_part('minute', occurred_at) < ${at * 15 + 15}`;
    return `(count(*) filter (where ${isIn}))::int as q${at}`;
  });
  const hours = (where: string) =>
    `select date_trunc('hour', occurred_at) as hour, ${named("tenant")}, ${quarters.join(", ")}
      from events where ${where} group by hour, ${named("tenant")}`;
  await sql.unsafe(`create unlogged table counted as ${hours("true")} with no data`);
  await bulkByWeek(sql, (inWeek) => `insert into counted ${hours(inWeek)}`);
  await bulk(
    sql,
    `create unlogged table counted_minutes as select date_trunc('minute', occurred_at) as minute, ${named("full")},
        count(*)::int as failures
      from events where occurred_at > now() - interval '7 days' group by minute, ${named("full")}`,
  );
  await sql`analyze counted, counted_minutes`;
}

async function storeHours(sql: Sql): Promise<void> {
  const sums = [0, 1, 2, 3].map((at) => `sum(q${at})::int as q${at}`).join(", ");
  const levels = (["overview", "full"] as const).map(
    (level) => `select ${keyOf(level)} as key, hour, ${sums} from counted group by hour, ${named(level)}`,
  );
  levels.push(`select ${keyOf("tenant")}, hour, q0, q1, q2, q3 from counted`);
  await bulk(
    sql,
    `insert into rollup_hours (series_id, hour, q0, q1, q2, q3)
    select series_id, hour, q0, q1, q2, q3 from (${levels.join(" union all ")}) as counted join keyed using (key)
    order by hour`,
  );
}

/** No minutes are kept by tenant. */
async function storeMinutes(sql: Sql): Promise<void> {
  const levels = (["overview", "full"] as const).map(
    (level) =>
      `select ${keyOf(level)} as key, minute, sum(failures)::int as failures from counted_minutes group by minute, ${named(level)}`,
  );
  await bulk(
    sql,
    `insert into rollup_minutes (series_id, minute, failures)
    select series_id, minute, failures from (${levels.join(" union all ")}) as counted join keyed using (key)
    order by minute`,
  );
}
