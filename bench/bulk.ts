import type { Sql } from "postgres";
import { severalAtOnce } from "./progress";

/** Runs one statement with as much memory as sorting and hashing millions of rows takes. */
export async function bulk(sql: Sql, statement: string): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`select set_config('work_mem', '512MB', true), set_config('maintenance_work_mem', '1GB', true),
      set_config('hash_mem_multiplier', '4', true), set_config('synchronous_commit', 'off', true)`;
    await tx.unsafe(statement);
  });
}

/** One INSERT is one core's work: so many run at once. */
export const WRITERS = 2;

/** Runs a statement for each week of the events, of which it is told the condition; nothing may be counted across hours. */
export async function bulkByWeek(sql: Sql, statement: (inWeek: string) => string): Promise<void> {
  const weeks = await sql<{ week: string; next: string }[]>`
    select week::text, (week + interval '7 days')::text as next from (
      select generate_series(date_trunc('day', min(occurred_at)), max(occurred_at), interval '7 days') as week from events
    ) as weeks order by 1`;
  await severalAtOnce(weeks, WRITERS, ({ week, next }) =>
    bulk(sql, statement(`occurred_at >= '${week}'::timestamptz and occurred_at < '${next}'::timestamptz`)),
  );
}

/**
 * Fills a table without its indexes and makes them anew afterwards, which takes a third of the time. Its rows go by no
 * log: a database that is made to be measured need not outlive a crash, and reading is the same.
 */
export async function withoutIndexes(sql: Sql, table: string, fill: () => Promise<void>): Promise<void> {
  const tables = await sql<{ name: string }[]>`
    select relid::text as name from pg_partition_tree(${table}::regclass) where isleaf union select ${table} where
      not exists (select from pg_partitioned_table where partrelid = ${table}::regclass)`;
  for (const { name } of tables) await sql.unsafe(`alter table ${name} set unlogged`);
  const indexes = await sql<{ drop: string; make: string }[]>`
    select case when c.conname is null then 'drop index ' || i.indexrelid::regclass
        else 'alter table ${sql.unsafe(table)} drop constraint ' || quote_ident(c.conname) end as drop,
      case when c.conname is null then replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ')
        else 'alter table ${sql.unsafe(table)} add constraint ' || quote_ident(c.conname) || ' ' || pg_get_constraintdef(c.oid) end as make
    from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
    where i.indrelid = ${table}::regclass`;
  for (const { drop } of indexes) await sql.unsafe(drop);
  await fill();
  for (const { make } of indexes) await bulk(sql, make);
}
