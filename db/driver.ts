import postgres from "postgres";
import type { Database, Sql, Transaction } from "./client";

/**
 * The driver under Drizzle, of a pool or of a transaction: for what Drizzle cannot say. What is sent through it
 * belongs to the same transaction.
 */
export function driverOf(db: Database | Transaction): Sql {
  const session: unknown = Reflect.get(db, "session");
  const client: unknown =
    typeof session === "object" && session !== null ? Reflect.get(session, "client") : undefined;
  if (typeof client !== "function") throw new Error("Drizzle no longer keeps its driver as session.client");
  return client as unknown as Sql;
}

/**
 * Runs a statement that each connection has the server parse and plan once: Drizzle's own cost a second round trip
 * and a plan every time. For texts that never vary. A parameter is text (`$1::text::json`, `$1::text::int[]`).
 * It is sent at once: what is called in turn is done in turn, also where nobody waits in between.
 */
export async function runNamed<Row extends Record<string, unknown> = Record<string, unknown>>(
  db: Database | Transaction,
  text: string,
  parameters: readonly string[],
): Promise<Row[]> {
  return driverOf(db)
    .unsafe<Row[]>(text, [...parameters], { prepare: true })
    .execute();
}

/** Whether a COPY that fails says so: the driver needs its patch for that (docs/decisions/0073). */
export const canCopy = Reflect.get(postgres, "copyTellsErrors") === true;

/** Copies lines of COPY's text format into a table; rejects with the database's error. Only where `canCopy`. */
export async function copyLines(tx: Transaction, into: string, lines: string): Promise<void> {
  const stream = await driverOf(tx).unsafe(`copy ${into} from stdin`).writable();
  await new Promise<void>((resolve, reject) => {
    stream.on("error", reject);
    stream.on("finish", resolve);
    stream.end(lines);
  });
}
