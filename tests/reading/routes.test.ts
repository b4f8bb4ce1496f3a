import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as getEvents, POST as postEvents } from "@/app/api/v1/events/route";
import { GET as getCsv } from "@/app/api/v1/events.csv/route";
import { GET as getFacets } from "@/app/api/v1/facets/route";
import { GET as getFrames, PUT as putFrames } from "@/app/api/v1/frames/[reference]/route";
import { GET as getRates } from "@/app/api/v1/rates/route";
import { GET as getReport } from "@/app/api/v1/references/[reference]/route";
import { GET as getLookUp, POST as postLookUp } from "@/app/api/v1/references/route";
import { GET as getReleases, POST as postReleases } from "@/app/api/v1/releases/route";
import { type EventsAnswer, eventsAnswer } from "@/lib/contract/events-list";
import { framesAnswer } from "@/lib/contract/frames-read";
import { facetsAnswer, ratesAnswer } from "@/lib/contract/rates";
import { lookUpAnswer } from "@/lib/contract/references";
import { releasesAnswer } from "@/lib/contract/releases";
import { reportAnswer } from "@/lib/contract/report";
import type { RouteHandler } from "@/lib/http/define-route";
import { call, makeKey, makePerson, openWorld, type World } from "../access/world";
import { failure } from "./failures";

let world: World;
let all: string;
let reader: string;
let ingest: string;
let support: string;

const REFERENCE = "a/b#1%?é";
const SECRET_FRAME = "frame-of-the-inside";
const SECRET_ARGUMENT = "argument-of-the-inside";
const DAY = 24 * 3_600_000;
/** Yesterday at ten, in UTC. */
const TEN = Math.floor(Date.now() / DAY) * DAY - 14 * 3_600_000;
const hostile = '=HYPERLINK("https://evil.example";"open")';

beforeAll(async () => {
  world = await openWorld();
  all = world.bootstrapKey;
  [reader, ingest] = [await makeKey(world, ["read"]), await makeKey(world, ["ingest"])];
  support = (await makePerson(world, { roles: ["support"] })).cookie;
  const big = JSON.stringify(
    failure({ reference: "err_big", received: "BIG", attributes: { arguments: SECRET_ARGUMENT } }),
  ).replace('"BIG"', "9007199254740993");
  await ok(call(postEvents, { key: ingest, body: big }));
  await ok(
    call(postEvents, {
      key: ingest,
      body: [
        failure({
          reference: REFERENCE,
          tool: "echo<|channel|>commentary",
          message: hostile,
          hint: 'say "no",\nthen\u202estop',
          user_message: "\t=1+1",
        }),
        ...Array.from({ length: 25 }, () =>
          failure({ tool: "many", occurred_at: new Date(TEN).toISOString() }),
        ),
      ],
    }),
  );
  await ok(
    call(putFrames, {
      method: "PUT",
      key: ingest,
      params: { reference: REFERENCE },
      body: { raw: SECRET_FRAME, arguments: { card: SECRET_ARGUMENT } },
    }),
  );
  await ok(
    call(postReleases, {
      key: ingest,
      body: { service: "billing", release: "1", released_at: "2026-11-01T00:00:00Z" },
    }),
  );
});
afterAll(() => world.close());

async function ok(answer: Promise<Response>): Promise<void> {
  const response = await answer;
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
}

const json = async (handler: RouteHandler, options: Parameters<typeof call>[1]) => {
  const response = await call(handler, options);
  expect(response.status, await response.clone().text()).toBe(200);
  return response.json();
};

describe("200", () => {
  it("every answer is the shape that the contract says", async () => {
    const from = `?from=${new Date(TEN).toISOString()}`;
    ratesAnswer.parse(await json(getRates, { key: reader, query: `${from}&group_by=effect` }));
    facetsAnswer.parse(await json(getFacets, { key: reader }));
    eventsAnswer.parse(await json(getEvents, { key: reader, query: from }));
    releasesAnswer.parse(await json(getReleases, { key: reader }));
    lookUpAnswer.parse(await json(postLookUp, { key: reader, body: { q: REFERENCE } }));
    const params = { reference: REFERENCE };
    reportAnswer.parse(await json(getReport, { key: reader, params }));
    framesAnswer.parse(await json(getFrames, { key: all, params }));
  });

  it("a lookup under filters that exclude it still finds it", async () => {
    const query = `?q=${encodeURIComponent(REFERENCE)}&service=other&from=2030-01-01T00:00:00Z&class=semantic`;
    expect(await json(getLookUp, { key: reader, query })).toMatchObject({ answer: "found" });
  });

  it("integers beyond 2^53 are written digit for digit in list, report and CSV", async () => {
    const inList = await (await call(getEvents, { key: reader })).text();
    const inReport = await (await call(getReport, { key: reader, params: { reference: "err_big" } })).text();
    const inCsv = await (await call(getCsv, { key: reader })).text();
    expect(inList).toContain('"received":9007199254740993');
    expect(inReport).toContain('"received":9007199254740993');
    expect(inCsv).toContain('"9007199254740993"');
  });

  it("pages of events of one instant neither repeat nor leave out one, while others arrive", async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = `?tool=many&limit=7${cursor ? `&cursor=${cursor}` : ""}`;
      const page: EventsAnswer = await json(getEvents, { key: reader, query });
      seen.push(...page.items.map(({ event_id }) => event_id));
      cursor = page.next_cursor;
      await ok(call(postEvents, { key: ingest, body: failure({ tool: "many" }) }));
    } while (cursor !== null);
    expect(seen).toHaveLength(25);
    expect(new Set(seen).size).toBe(25);
  });

  it("repeated names are any of, and a + in an offset that nobody encoded is read", async () => {
    const local = (second: number) =>
      `${new Date(TEN + 3_600_000 + second * 1000).toISOString().slice(0, 19)}+01:00`;
    const query = `?tool=many&tool=unheard_of&from=${local(0)}&to=${local(1)}&limit=500`;
    const page: EventsAnswer = await json(getEvents, { key: reader, query });
    expect(page.items).toHaveLength(25);
  });
});

describe("events.csv", () => {
  it("is the list, and a spreadsheet runs none of it", async () => {
    const response = await call(getCsv, { key: reader });
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
    const text = await response.text();
    const list: EventsAnswer = await json(getEvents, { key: reader, query: "?limit=500" });
    const rows = parseCsv(text);
    expect(rows.length - 1).toBe(list.items.length);
    const header = rows[0] ?? [];
    const row = rows.find((cells) => cells.includes(REFERENCE)) ?? [];
    const cell = (name: string) => row[header.indexOf(name)];
    expect(cell("message")).toBe(`'${hostile}`);
    expect(cell("user_message")).toBe("'\t=1+1");
    expect(cell("hint")).toBe('say "no",\nthen\u202estop');
    expect(cell("tool")).toBe("echo<|channel|>commentary");
    expect(rows.every((cells) => cells.length === header.length)).toBe(true);
  });

  it("a client that leaves ends the reading", async () => {
    const response = await call(getCsv, { key: reader });
    const body = response.body?.getReader();
    expect((await body?.read())?.done).toBe(false);
    await body?.cancel();
    expect((await body?.read())?.done).toBe(true);
  });
});

describe("403 and 401", () => {
  const doors: [string, RouteHandler, Parameters<typeof call>[1]][] = [
    ["rates", getRates, {}],
    ["facets", getFacets, {}],
    ["events", getEvents, {}],
    ["events.csv", getCsv, {}],
    ["releases", getReleases, {}],
    ["references", getLookUp, { query: "?q=x" }],
    ["a reference", getReport, { params: { reference: REFERENCE } }],
    ["frames", getFrames, { params: { reference: REFERENCE } }],
  ];

  it.each(doors)("%s are not for keys that only report, nor for nobody", async (_, handler, options) => {
    expect((await call(handler, { ...options, key: ingest })).status).toBe(403);
    expect((await call(handler, options)).status).toBe(401);
  });

  it("frames are refused to support and to read keys, known or not, in the same words", async () => {
    for (const who of [{ cookie: support }, { key: reader }]) {
      const known = await call(getFrames, { ...who, params: { reference: REFERENCE } });
      const unknown = await call(getFrames, { ...who, params: { reference: "err_nothing" } });
      expect([known.status, unknown.status]).toEqual([403, 403]);
      const words = async (response: Response) => ({ ...(await response.json()), reference: null });
      expect(await words(known)).toEqual(await words(unknown));
    }
  });

  it("support gets no byte of frames or arguments from any door", async () => {
    for (const [name, handler, options] of doors) {
      const body = await (await call(handler, { ...options, cookie: support })).text();
      expect(body, name).not.toMatch(/of-the-inside/);
    }
    const found = await call(postLookUp, { cookie: support, body: { q: `${REFERENCE} ${SECRET_FRAME}` } });
    expect(await found.text()).toContain('"has_frames":true');
  });
});

describe("404 and 422", () => {
  it.each<[string, RouteHandler, string, string]>([
    ["a step that does not exist", getRates, "?step=2h", "invalid_step"],
    ["a zone that does not exist", getRates, "?tz=Europe/Atlantis", "invalid_tz"],
    ["a range upside down", getRates, "?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z", "invalid_range"],
    [
      "too fine a step",
      getRates,
      "?from=2026-01-01T00:00:00Z&to=2026-06-01T00:00:00Z&step=1m",
      "too_many_points",
    ],
    ["a time without an offset", getEvents, "?from=2026-01-01T00:00:00", "invalid_from"],
    ["a time before time", getEvents, "?from=0001-01-01T00:00:00Z", "invalid_from"],
    ["a class that does not exist", getEvents, "?class=odd", "invalid_class"],
    ["a limit beyond 500", getEvents, "?limit=501", "invalid_limit"],
    ["a cursor made by hand", getEvents, "?cursor=WzFd", "invalid_cursor"],
    ["a lookup without a text", getLookUp, "", "invalid_q"],
    ["a text too long", getLookUp, `?q=${"x".repeat(20_001)}`, "invalid_q"],
  ])("%s", async (_, handler, query, code) => {
    const response = await call(handler, { key: reader, query });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ code, class: "validation" });
  });

  it("a reference that nobody knows says which kind of unknown it is", async () => {
    const response = await call(getReport, { key: reader, params: { reference: "err_nothing" } });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      code: "reference_not_found",
      answer: "never",
      rejections: [],
    });
    expect((await call(getFrames, { key: all, params: { reference: "err_nothing" } })).status).toBe(404);
  });
});

/** RFC 4180, as a spreadsheet reads it. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
