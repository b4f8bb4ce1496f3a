import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { type DemoPlan, makePlan } from "./plan";

const stateShape = z.object({
  /** Names the database's folder: who deletes this file begins with an empty database. */
  database: z.string(),
  seed: z.string(),
  started_at: z.number(),
  live_from: z.number(),
  /** Everything up to here is in the database. Microseconds. */
  sent_until: z.number(),
  key: z.string(),
  admin_email: z.string(),
  admin_password: z.string(),
  /** Whether the history has come to its last day, from which on silence of a writing tool is doubt. */
  last_day_begun: z.boolean().optional(),
  /** Keys of the producers that do not do as they should, by source. */
  odd_keys: z.record(z.string(), z.string()).optional(),
});
/** What the demo remembers between two starts, in `demo.json` of its folder. */
export type DemoState = z.infer<typeof stateShape>;

const FILE = "demo.json";
const ADMIN_EMAIL = "demo@errata.example";
const secret = (bytes: number) => randomBytes(bytes).toString("base64url");

function newState(seed: string, nowMicros: number): DemoState {
  return {
    database: `database-${randomBytes(4).toString("hex")}`,
    ...makePlan(seed, nowMicros),
    sent_until: 0,
    key: `demo_${secret(24)}`,
    admin_email: ADMIN_EMAIL,
    admin_password: secret(12),
  };
}

export const planOf = ({ seed, started_at, live_from }: DemoState): DemoPlan => ({
  seed,
  started_at,
  live_from,
});

/** Replaces the file whole; it holds a key and a password, so only its owner may read it. */
export async function saveState(folder: string, state: DemoState): Promise<void> {
  const draft = join(folder, `${FILE}.${process.pid}`);
  await writeFile(draft, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, join(folder, FILE));
}

/** The running demo of this folder, or a new one whose history ends now. */
export async function loadState(folder: string, seed: string, nowMicros: number): Promise<DemoState> {
  await mkdir(folder, { recursive: true });
  const text = await readFile(join(folder, FILE), "utf8").catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return null;
    throw cause;
  });
  if (text !== null) return stateShape.parse(JSON.parse(text));
  const state = newState(seed, nowMicros);
  await saveState(folder, state);
  return state;
}
