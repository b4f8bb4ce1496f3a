import type { Database, Transaction } from "./client";

/**
 * A query that is built once for each pool and prepared by the server on each connection. Drizzle builds a
 * statement anew at every call, 0.5 ms for a row of fifty columns, and one without a name costs a second round
 * trip and a plan each time. Inside a transaction it is built for that transaction.
 *
 * For statements that many wait for; a text that varies with its values has no place here.
 */
export function preparedFor<Query>(
  make: (db: Database | Transaction) => Query,
): (db: Database | Transaction) => Query {
  const made = new WeakMap<object, Query>();
  return (db) => {
    const query = made.get(db) ?? make(db);
    made.set(db, query);
    return query;
  };
}
