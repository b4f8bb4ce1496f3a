import type { Sql } from "postgres";
import { instantFromPostgres } from "@/domain/instant";
import { SYSTEM_CALLER } from "@/domain/permissions";
import { DEFAULT_SETTINGS } from "@/domain/settings";
import { encodeCursor } from "@/lib/platform/cursor";
import { parseEnv } from "@/lib/platform/env";
import { listCases } from "@/lib/services/cases/list-cases";
import { takeNextCase } from "@/lib/services/cases/take-next-case";
import { createContext, type ServiceContext } from "@/lib/services/context";
import { startRuntime } from "@/lib/services/runtime";
import type { Server } from "./contestants";
import { CLAIMED_AT_HEAD, fillQueue, OPEN_CASES } from "./fill-queue";
import { type Comparison, measure, type Sample } from "./measure";

const TIMES = 600;
const WARM_UP = 150;
/** So many cases down the list. */
const DEEP = 0.5;
const PAGE = 50;

/**
 * Taking the next case and reading the list, of 100,000 open cases whose most urgent 5,500 are held, against
 * the bare statement that does the same: through the door as people use it, and the service alone.
 */
export async function queue(sql: Sql, server: Server, url: string, scale: number): Promise<Comparison[]> {
  await fillQueue(sql, scale);
  const rt = startRuntime({ databaseUrl: url, env: parseEnv({ DATABASE_URL: url }) });
  const ctx = createContext(rt, SYSTEM_CALLER, DEFAULT_SETTINGS);
  try {
    const [deep] = await sql<Place[]>`
      select deadline_at::text, case_id from cases where state = 'open' order by deadline_at, case_id
      offset ${Math.round(OPEN_CASES * scale * DEEP)} limit 1`;
    return [
      ...(await takeNext(ctx, sql, server)),
      ...(await list(ctx, sql, server, "first page", null)),
      ...(await list(ctx, sql, server, "deep page", deep ?? null)),
    ];
  } finally {
    await rt.close();
  }
}

async function takeNext(ctx: ServiceContext, sql: Sql, server: Server): Promise<Comparison[]> {
  const raw = await run("bare UPDATE … SKIP LOCKED", () => takeBare(sql));
  const service = await run("takeNextCase", async () => ((await takeNextCase(ctx)) === null ? 0 : 1));
  const door = await run("POST /cases/next", async () => {
    const response = await fetch(`${server.url}/api/v1/cases/next`, {
      method: "POST",
      headers: headers(server),
    });
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    await response.json();
    return 1;
  });
  const what = `take next, ${CLAIMED_AT_HEAD} held (p99)`;
  return [compare(what, service, raw), compare(what, door, raw)];
}

async function takeBare(sql: Sql): Promise<number> {
  const rows = await sql`
    update cases set claimed_by = 'Bare', claimed_by_id = 'bare', claimed_at = now(),
      claim_expires_at = now() + interval '15 minutes', version = version + 1
    where case_id = (select case_id from cases
      where state = 'open' and claim_expires_at is null and snoozed_until is null
      order by deadline_at, case_id limit 1 for update skip locked)
    returning *`;
  return rows.length;
}

type Place = { deadline_at: string; case_id: string };

async function list(
  ctx: ServiceContext,
  sql: Sql,
  server: Server,
  page: string,
  after: Place | null,
): Promise<Comparison[]> {
  const cursor = after === null ? undefined : cursorOf(after);
  const raw = await run(`bare SELECT, ${page}`, () => listBare(sql, after));
  const service = await run(`listCases, ${page}`, async () =>
    full((await listCases(ctx, { view: "open", limit: PAGE, cursor })).items),
  );
  const query = new URLSearchParams({ view: "open", limit: String(PAGE), ...(cursor && { cursor }) });
  const door = await run(`GET /cases, ${page}`, async () => {
    const response = await fetch(`${server.url}/api/v1/cases?${query}`, { headers: headers(server) });
    return full(((await response.json()) as { items: unknown[] }).items);
  });
  return [compare(`list, ${page} (p99)`, service, raw), compare(`list, ${page} (p99)`, door, raw)];
}

async function listBare(sql: Sql, after: Place | null): Promise<number> {
  const beyond =
    after === null
      ? sql``
      : sql`and (deadline_at, case_id) > (${after.deadline_at}::text::timestamptz, ${after.case_id}::text::uuid)`;
  const rows = await sql`
    select * from cases where state = 'open' ${beyond} order by deadline_at, case_id limit ${PAGE + 1}`;
  return full(rows.slice(0, PAGE));
}

function cursorOf({ deadline_at, case_id }: Place): string {
  return encodeCursor([instantFromPostgres(deadline_at), case_id]);
}

function full(items: readonly unknown[]): number {
  if (items.length !== PAGE) throw new Error(`a page of ${items.length}`);
  return 1;
}

const headers = ({ key }: Server) => ({ authorization: `Bearer ${key}` });

/** Warm before it counts, for every contestant: each connection prepares a statement once. */
async function run(name: string, operation: () => Promise<number>): Promise<Sample> {
  await measure(name, 1, WARM_UP, operation);
  return measure(name, 1, TIMES, operation);
}

const compare = (what: string, ours: Sample, raw: Sample): Comparison => ({
  what,
  ours,
  raw,
  better: "latency",
});
