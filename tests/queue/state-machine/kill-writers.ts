import type { QueueWorld } from "../world";

/**
 * Runs something while every connection of the pool that has written and not yet committed is killed, the way
 * a crash would. The clients' pool makes new ones by itself.
 */
export async function killWriters<T>(
  { database: { sql } }: Pick<QueueWorld, "database">,
  run: () => Promise<T>,
): Promise<T> {
  let over = false;
  const running = run().finally(() => {
    over = true;
  });
  while (!over)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_xid is not null`;
  return running;
}
