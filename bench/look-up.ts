import type { Sql } from "postgres";
import { createDatabase } from "@/db/client";
import { migrateDatabase } from "@/db/migrate";
import { SYSTEM_CALLER } from "@/domain/permissions";
import { DEFAULT_SETTINGS } from "@/domain/settings";
import { parseEnv } from "@/lib/platform/env";
import { createContext } from "@/lib/services/context";
import { lookUpReference } from "@/lib/services/references/look-up-reference";
import { startRuntime } from "@/lib/services/runtime";
import { fillEvents, readFilled } from "./fill-events";
import type { Comparison, Sample } from "./measure";

const SIZES = [10_000, 1_000_000];
/** Of the exact one, and of each of the others. */
const [EXACT_TIMES, TIMES] = [2_000, 400];
/** Statements are planned anew until the driver's connections have seen each a few times. */
const WARM_UP = 60;

type Filled = Awaited<ReturnType<typeof readFilled>>[number];
type Answer = Awaited<ReturnType<typeof lookUpReference>>;

/** What is pasted of an event, and whether the answer must open it, or offer it at least. */
const PASTES: Record<string, { text: (of: Filled) => string; opens: boolean }> = {
  exact: { text: ({ reference }) => reference, opens: true },
  "in a sentence": {
    text: ({ reference }) => `The tool failed; reference “${reference}”, please.`,
    opens: true,
  },
  "upper case": { text: ({ reference }) => reference.toUpperCase(), opens: true },
  "our link in a safe link": {
    text: ({ reference }) =>
      `https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Ferrata.example%2Fr%2F${reference}&data=05`,
    opens: true,
  },
  // Opened only where what stands behind the line's end is surely no word: `add` may be one.
  "broken over two lines": {
    text: ({ reference }) => `${reference.slice(0, 7)}\n> ${reference.slice(7)}`,
    opens: false,
  },
  "other separators": { text: ({ reference }) => reference.replace("_", "-"), opens: false },
  "missing prefix": { text: ({ reference }) => reference.slice(4), opens: false },
  "look-alike": {
    text: ({ reference }) => reference.replace(/[01]/, (of) => (of === "0" ? "O" : "l")),
    opens: false,
  },
  "first part": { text: ({ reference }) => reference.slice(0, -2), opens: false },
  "one edit": { text: ({ reference }) => `${reference.slice(0, 6)}${reference.slice(7)}`, opens: false },
  "trace id": { text: ({ trace_id }) => trace_id, opens: true },
  "run id": { text: ({ run_id }) => run_id, opens: false },
  "idempotency key": { text: ({ idempotency_key }) => idempotency_key, opens: true },
};

/**
 * Looking up, exact and distorted, at ten thousand and at a million events over thirty partitions, each against the bare
 * indexed SELECT through the same driver. Ours and the bare one take turns, so that both have the machine's same minute.
 */
export async function lookUp(url: string, scale: number): Promise<Comparison[]> {
  const own = await createOwnDatabase(url);
  const env = parseEnv({ DATABASE_URL: own.url, ERRATA_LOG_LEVEL: "error" });
  const rt = startRuntime({ databaseUrl: own.url, env });
  const { sql, db, close } = createDatabase({ url: own.url, max: 4 });
  const ctx = createContext(rt, SYSTEM_CALLER, DEFAULT_SETTINGS);
  const comparisons: Comparison[] = [];
  try {
    for (const size of SIZES.map((events) => Math.max(2_000, Math.round(events * scale)))) {
      await fillEvents(db, sql, size);
      const numbers = Array.from(
        { length: EXACT_TIMES + WARM_UP },
        (_, index) => ((index * 7_919) % size) + 1,
      );
      const filled = await readFilled(sql, numbers);
      for (const [paste, { text, opens }] of Object.entries(PASTES)) {
        const look = (of: Filled) => lookUpReference(ctx, { q: text(of) });
        const some = paste === "exact" ? filled : filled.slice(0, TIMES + WARM_UP);
        comparisons.push(await takeTurns(`${paste}, ${size} events`, { sql, filled: some, look, opens }));
      }
    }
    return comparisons;
  } finally {
    await close();
    await rt.close();
    await own.drop();
  }
}

type Turns = { sql: Sql; filled: readonly Filled[]; look: (of: Filled) => Promise<Answer>; opens: boolean };

async function takeTurns(what: string, { sql, filled, look, opens }: Turns): Promise<Comparison> {
  const [ours, raw] = [sample(what), sample("bare indexed SELECT")];
  for (const [index, of] of filled.entries()) {
    const bare = await timed(() => sql`select * from events where reference = ${of.reference}`);
    const found = await timed(() => look(of));
    check(found.result, of, opens);
    if (index < WARM_UP) continue;
    add(raw, bare.ms);
    add(ours, found.ms);
  }
  return { what: `look up: ${what} (p99)`, ours, raw, better: "latency" };
}

/** A fast wrong answer is worth nothing. */
function check({ answer, matches, suggestions }: Answer, of: Filled, opens: boolean): void {
  const told = [...matches, ...(opens ? [] : suggestions)].map(({ reference }) => reference);
  // One of a million short references may truly have been another's beginning or neighbour.
  if (!told.includes(of.reference) && (opens || suggestions.length < 20))
    throw new Error(`${of.reference} was answered ${answer}: ${told.join(", ")}`);
}

async function timed<Result>(run: () => Promise<Result>): Promise<{ result: Result; ms: number }> {
  const began = performance.now();
  const result = await run();
  return { result, ms: performance.now() - began };
}

const sample = (name: string): Sample => ({ name, operations: 0, seconds: 0, latencies: [] });

function add(to: Sample, ms: number): void {
  to.operations += 1;
  to.seconds += ms / 1000;
  to.latencies.push(ms);
}

/** A database of its own beside the one that the other parts fill. */
async function createOwnDatabase(url: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const own = new URL(url);
  own.pathname = "/look_up";
  const asAdmin = async (statement: string) => {
    const { sql, close } = createDatabase({ url, max: 1 });
    await sql.unsafe(statement);
    await close();
  };
  await asAdmin("create database look_up");
  await migrateDatabase({ url: own.href });
  return { url: own.href, drop: () => asAdmin("drop database look_up with (force)") };
}
