import type { Sql } from "postgres";
import type { Database } from "@/db/client";
import { SYSTEM_CALLER } from "@/domain/permissions";
import { DEFAULT_SETTINGS } from "@/domain/settings";
import { parseEnv } from "@/lib/platform/env";
import { createContext } from "@/lib/services/context";
import { lookUpReference } from "@/lib/services/references/look-up-reference";
import { startRuntime } from "@/lib/services/runtime";
import { measure, type Sample } from "./measure";

const TIMES = 3_000;

/** Looking a reference up, exact and with a look-alike, against the bare indexed SELECT through the same driver. */
export async function lookUp(db: Database, sql: Sql, url: string) {
  const rt = startRuntime({ databaseUrl: url, env: parseEnv({ DATABASE_URL: url }) });
  const ctx = createContext(rt, SYSTEM_CALLER, DEFAULT_SETTINGS);
  const rows = await sql<
    { reference: string }[]
  >`select reference from events order by random() limit ${TIMES}`;
  const at = (index: number) => rows[index % rows.length]?.reference ?? "";
  await db.execute("analyze");
  try {
    const bare = (name: string) =>
      measure(
        name,
        1,
        TIMES,
        async (i) => (await sql`select * from events where reference = ${at(i)}`).length,
      );
    const exact = await measure("look up, exact", 1, TIMES, async (i) =>
      answered(await lookUpReference(ctx, { q: at(i) })),
    );
    const raw = await bare("bare SELECT");
    const wrong = await measure("look up, o for 0", 1, TIMES, async (i) =>
      answered(await lookUpReference(ctx, { q: at(i).replace("0", "o") })),
    );
    return [comparison("exact lookup (p99)", exact, raw), comparison("look-alike lookup (p99)", wrong, raw)];
  } finally {
    await rt.close();
  }
}

function answered(result: { answer: string }): number {
  if (result.answer !== "found" && result.answer !== "suggestions")
    throw new Error(`answered ${result.answer}`);
  return 1;
}

function comparison(what: string, ours: Sample, raw: Sample) {
  return { what, ours, raw, better: "latency" as const };
}
