import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { POST as postEvents } from "@/app/api/v1/events/route";
import { GET as readFrames } from "@/app/api/v1/frames/[reference]/route";
import { POST as postKey } from "@/app/api/v1/keys/route";
import { GET as readReport } from "@/app/api/v1/references/[reference]/route";
import { GET as listSavedViews } from "@/app/api/v1/saved-views/route";
import { writeOwnFailures } from "@/lib/services/own-failures";
import { call, makeKey, makePerson, openWorld, type World } from "./world";

/** Stands in what is sent, which must never be kept with a failure of our own. */
const SENT = "zq7sent";

let world: World;
let ingest: string;
let reader: string;
let engineer: string;
let support: string;

beforeAll(async () => {
  world = await openWorld();
  ingest = await makeKey(world, ["ingest"]);
  reader = await makeKey(world, ["read", "frames"]);
  engineer = (await makePerson(world, { roles: ["engineer"] })).cookie;
  support = (await makePerson(world, { roles: ["support"] })).cookie;
});
afterAll(() => world.close());
beforeEach(async () => {
  await writeOwnFailures(world.rt);
});

/** The reference of a problem of the contract, once what is kept of it is written. */
async function referenceOf(answer: Response, status: number): Promise<string> {
  expect(answer.status).toBe(status);
  const problem = (await answer.json()) as { reference: string };
  await writeOwnFailures(world.rt);
  return problem.reference;
}

const refuse = () => call(postEvents, { key: ingest, body: `{"message": "${SENT}", `, query: `?q=${SENT}` });
const frames = (reference: string, as: { key: string } | { cookie: string }) =>
  call(readFrames, { ...as, params: { reference } });

async function count(table: string): Promise<number> {
  const [row] = await world.database.sql.unsafe<{ n: number }[]>(`select count(*)::int as n from ${table}`);
  return row?.n ?? -1;
}

it("a refused request's reference finds where it was refused, and nothing of what was sent", async () => {
  const reference = await referenceOf(await refuse(), 400);
  const found = await frames(reference, { key: reader });
  expect(found.status).toBe(200);
  const text = await found.text();
  expect(text).toContain("body_not_json");
  expect(text).toContain("lib/http/");
  expect(text).not.toContain(process.cwd());
  expect(text).not.toContain(SENT);
  const [source] = await world.database.sql`
    select s.name, f.tool, f.service from frames f join sources s using (source_id) where reference = ${reference}`;
  expect(source).toEqual({ name: "errata", tool: "POST /x", service: "errata" });
});

it("is found by support too, without the frames", async () => {
  const reference = await referenceOf(await refuse(), 400);
  const report = await call(readReport, { cookie: support, params: { reference } });
  expect(report.status).toBe(200);
  expect(await report.json()).toMatchObject({ answer: "found", frames: { recorded: 1, visible: false } });
  expect((await frames(reference, { cookie: support })).status).toBe(403);
  expect((await frames(reference, { cookie: engineer })).status).toBe(200);
});

it("what nobody thought of is an unmapped event with its frames", async () => {
  const { sql } = world.database;
  await sql`alter table saved_views rename to away`;
  const answer = await call(listSavedViews, { cookie: engineer });
  await sql`alter table away rename to saved_views`;
  const reference = await referenceOf(answer, 500);
  const [event] = await sql`
    select code, class, unmapped, service, tool, s.name as source from events join sources s using (source_id)
    where reference = ${reference}`;
  expect(event).toEqual({
    ...{ code: "internal_error", class: "system", unmapped: true, service: "errata", tool: "GET /x" },
    source: "errata",
  });
  const text = await (await frames(reference, { key: reader })).text();
  expect(text).toContain("SQLSTATE 42P01");
});

it("keeps nothing of strangers, and of a caller who errs in a loop so many a minute", async () => {
  const before = await count("frames");
  await call(postEvents, { key: "erk_nobody", body: [] });
  await writeOwnFailures(world.rt);
  expect(await count("frames")).toBe(before);
  for (let at = 0; at < 150; at += 1) await refuse();
  await writeOwnFailures(world.rt);
  const kept = (await count("frames")) - before;
  expect(kept).toBeGreaterThan(50);
  expect(kept).toBeLessThan(140);
});

it("is a source of its own: no key can be made for it", async () => {
  const body = { name: "mine", source: "Errata", scopes: ["ingest"] };
  const answer = await call(postKey, { key: world.bootstrapKey, body });
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({ code: "source_reserved", field: "source" });
});
