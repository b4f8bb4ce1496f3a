import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ClaimersRound, ClaimersStart, Move } from "./claimers-process";
import { openQueueWorld, type QueueWorld, unknown } from "./world";

const CASES = 200;
const PROCESSES = 2;
const CLAIMERS_EACH = 25;
const ROUNDS = 4;
const BATCHES_A_ROUND = 20;

let world: QueueWorld;
const children: ChildProcess[] = [];
beforeAll(async () => {
  world = await openQueueWorld();
});
afterAll(async () => {
  await Promise.all(children.map(endProcess));
  await world.close();
});

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, "exit");
  child.disconnect();
  await exited;
}

async function ask(child: ChildProcess, message: ClaimersStart | ClaimersRound): Promise<Move[]> {
  const settled = new AbortController();
  const ended = once(child, "exit", { signal: settled.signal }).then(() => {
    throw new Error("a process of claimers ended");
  });
  child.send(message);
  const answer = once(child, "message").then(([moves]) => moves as Move[]);
  try {
    return await Promise.race([answer, ended]);
  } finally {
    ended.catch(() => {});
    settled.abort();
  }
}

async function startClaimers(case_ids: string[]): Promise<void> {
  for (let p = 0; p < PROCESSES; p += 1) {
    const child = fork(join(import.meta.dirname, "claimers-process.ts"), { execArgv: ["--import", "tsx"] });
    children.push(child);
    const names = Array.from({ length: CLAIMERS_EACH }, (_, i) => `process ${p} claimer ${i}`);
    await ask(child, { kind: "start", database_url: world.database.url, names, case_ids });
  }
}

async function playRound(moves: number, drain = false): Promise<Move[]> {
  const message: ClaimersRound = { kind: "round", now: world.clock.iso, moves, drain };
  return (await Promise.all(children.map((child) => ask(child, message)))).flat();
}

/** Events join the cases while people claim them: ingest locks many rows, in an order of its own. */
async function joinMeanwhile(keys: readonly string[]): Promise<void> {
  for (let batch = 0; batch < BATCHES_A_ROUND; batch += 1) {
    const some = keys.filter((_, i) => (i + batch) % 7 === 0);
    await world.join(...some.map((idempotency_key) => unknown(world.clock, { idempotency_key })));
  }
}

/** With the clock standing still a case may be claimed anew only after its holder gave it back. */
function claimedTwiceAtOnce(made: readonly Move[]): string[] {
  const free = new Map<string, number>();
  for (const { case_id, did } of made) {
    if (case_id === null || (did !== "claimed" && did !== "given_back")) continue;
    free.set(case_id, (free.get(case_id) ?? 1) + (did === "claimed" ? -1 : 1));
  }
  return [...free].filter(([, left]) => left < 0).map(([case_id]) => case_id);
}

type Claim = { case_id: string; by_id: string; claimed_at: string; ended_at: string | null };

async function expectOneHolderEach(case_ids: readonly string[], moves: readonly Move[]): Promise<void> {
  const claims = await world.database.sql<Claim[]>`
    select case_id, by_id, claimed_at::text, ended_at::text from claims order by case_id, claim_id`;
  const live = claims.filter(({ ended_at }) => ended_at === null);
  expect(live.map(({ case_id }) => case_id).sort()).toEqual([...case_ids].sort());
  const holders = await world.database.sql`
    select case_id from cases c where claimed_by_id = (select by_id from claims where case_id = c.case_id and ended_at is null)`;
  expect(holders).toHaveLength(CASES);
  const overlaps = await world.database.sql`
    select a.case_id from claims a join claims b on b.case_id = a.case_id and b.claim_id > a.claim_id
    where a.ended_at is null or a.ended_at > b.claimed_at`;
  expect(overlaps, "two held the same case at the same time").toEqual([]);

  const made = moves.filter(({ did }) => did === "claimed").map(({ case_id, by }) => `${case_id} ${by}`);
  const audited = await world.database.sql<{ subject_id: string; actor_id: string }[]>`
    select subject_id, actor_id from audit where action = 'case.claimed'`;
  expect(claims.map(({ case_id, by_id }) => `${case_id} ${by_id}`).sort()).toEqual([...made].sort());
  expect(audited.map((row) => `${row.subject_id} ${row.actor_id}`).sort()).toEqual([...made].sort());
}

test("50 claimers over 2 processes on 200 cases: one holder each, no deadlock, no error but 409", async () => {
  const keys = Array.from({ length: CASES }, (_, i) => `many-${i}`);
  const case_ids: string[] = [];
  for (const idempotency_key of keys) case_ids.push(await world.open({ idempotency_key }));
  await startClaimers(case_ids);

  const moves: Move[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [made] = await Promise.all([playRound(10), joinMeanwhile(keys)]);
    expect(claimedTwiceAtOnce(made), "a case changed hands while its claim was live").toEqual([]);
    moves.push(...made);
    // Twice this is beyond a claim's life: what was renewed in between lives on, the rest runs out.
    world.clock.move(480);
  }
  world.clock.move(901);
  moves.push(...(await playRound(0, true)));

  const refused = moves.filter((move) => move.did === "refused");
  expect(new Set(refused.map(({ code, status }) => `${status} ${code}`))).toEqual(
    new Set(["409 claimed_by_other"]),
  );
  for (const did of ["claimed", "renewed", "given_back", "none_left", "refused"])
    expect(moves.filter((move) => move.did === did).length, did).toBeGreaterThan(20);
  await expectOneHolderEach(case_ids, moves);
  const [database] = await world.database.sql<{ deadlocks: number }[]>`
    select deadlocks::int from pg_stat_database where datname = current_database()`;
  expect(database?.deadlocks).toBe(0);
});
