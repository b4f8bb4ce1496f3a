import { drizzle } from "drizzle-orm/postgres-js";
import type { Database } from "@/db/client";
import type { TestDatabase } from "./database";

type Statement = { text: string; parameters: readonly unknown[] };

/** A database that notes down every statement sent through it, by Drizzle or by name. */
export function recordStatements(database: TestDatabase): { db: Database; sent: Statement[] } {
  const sent: Statement[] = [];
  const recording = new Proxy(database.sql, {
    get(sql, name) {
      const value: unknown = Reflect.get(sql, name, sql);
      if (name !== "unsafe" || typeof value !== "function") return value;
      return (text: string, parameters: readonly unknown[], options: unknown) => {
        sent.push({ text, parameters });
        return value.call(sql, text, parameters, options);
      };
    },
  });
  return { db: drizzle(recording), sent };
}

/** The plans of the statements that a query sends, as they are really run. */
export async function plansOf(
  database: TestDatabase,
  query: (db: Database) => Promise<unknown>,
): Promise<{ text: string; plan: string }[]> {
  const { db, sent } = recordStatements(database);
  await query(db);
  return Promise.all(
    sent.map(async ({ text, parameters }) => {
      const rows = await database.sql.unsafe(`explain (analyze, buffers) ${text}`, [
        ...parameters,
      ] as string[]);
      return { text, plan: rows.map((row) => String(row["QUERY PLAN"])).join("\n") };
    }),
  );
}
