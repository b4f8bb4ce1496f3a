import pino from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { referenceOfDigest } from "@/domain/page-reference";
import { onRequestError } from "@/instrumentation";
import { runDuties } from "@/lib/duties/run-duties";
import { parseEnv } from "@/lib/platform/env";
import type { Runtime } from "@/lib/services/context";
import { recordOwnFailure, writeOwnFailures } from "@/lib/services/own-failures";
import { startRuntime } from "@/lib/services/runtime";
import { type CuttableLine, openLine } from "../support/cuttable-line";
import { createTestDatabase, type TestDatabase } from "../support/database";

/* Failures of Errata itself that nobody was answered: of duties, of pages, and while the database is away. */

let database: TestDatabase;
let line: CuttableLine;
let rt: Runtime;
const logged: { dropped?: number }[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  line = await openLine(database.url);
  const log = pino({ level: "warn" }, { write: (text) => void logged.push(JSON.parse(text)) });
  rt = startRuntime({ databaseUrl: line.url, log, env: parseEnv({ DATABASE_URL: line.url }) });
});
afterAll(async () => {
  await rt?.close();
  await line?.cut();
  await database?.drop();
});

const found = (reference: string) => database.sql`
  select f.tool, s.name as source, (select count(*)::int from events e where e.reference = f.reference and e.unmapped) as events
  from frames f join sources s using (source_id) where f.reference like ${reference}`;

it("a duty that fails is recorded with its frames, and as an unmapped event", async () => {
  const stumble = {
    ...{ name: "stumble", every_seconds: 3_600 },
    run: async () => {
      throw new TypeError("the duty met something");
    },
  };
  const running = runDuties({ ...rt, now: () => new Date() }, [stumble]);
  const rows = async () => database.sql`select reference from frames where tool = 'duty stumble'`;
  await expect.poll(async () => (await rows()).length).toBe(1);
  await running.stop();
  const [row] = await rows();
  expect(await found(row?.reference)).toEqual([{ tool: "duty stumble", source: "errata", events: 1 }]);
});

it("a page that fails is recorded under the reference that its digest shows", async () => {
  const thrown = Object.assign(new Error("outer", { cause: new TypeError("inner") }), {
    digest: "2614398042",
  });
  const routePath = "/(console)/queue/[case_id]/page";
  await onRequestError(
    thrown,
    { path: "/queue/what-somebody-pasted", method: "GET", headers: {} },
    { routerKind: "App Router", routePath, routeType: "render", revalidateReason: undefined },
  );
  await writeOwnFailures(rt);
  const expected = [{ tool: "page /queue/{case_id}", source: "errata", events: 1 }];
  expect(await found(referenceOfDigest("2614398042"))).toEqual(expected);
});

it("what fails while the database is away waits for it, so many, and what was dropped is counted", async () => {
  await line.cut();
  const thrown = Object.assign(new Error("connect"), { code: "ECONNREFUSED", syscall: "connect" });
  const circumstances = {
    ...{ thrown, occurred_at: new Date().toISOString(), tool: "GET /api/v1/rates" },
    ...{ code: "database_unavailable", errorClass: "transient", context: { status: 503 } },
  };
  for (let n = 0; n < 550; n += 1)
    recordOwnFailure(rt, { ...circumstances, reference: `err_outage${n}` }, "own");
  await writeOwnFailures(rt);
  expect(await found("err\\_outage%")).toEqual([]);
  await line.mend();
  await expect
    .poll(async () => {
      await writeOwnFailures(rt);
      return (await found("err\\_outage%")).length;
    })
    .toBe(500);
  expect(logged.map(({ dropped }) => dropped)).toContain(50);
});
