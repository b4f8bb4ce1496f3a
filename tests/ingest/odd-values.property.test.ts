// over 250 lines because one world of doors answers every kind of odd value.
import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as postCalls } from "@/app/api/v1/calls/route";
import { POST as postEvents } from "@/app/api/v1/events/route";
import { POST as postFrames } from "@/app/api/v1/frames/route";
import { GET as readQuarantine } from "@/app/api/v1/quarantine/route";
import { POST as postRecoveries } from "@/app/api/v1/recoveries/route";
import { POST as postReleases } from "@/app/api/v1/releases/route";
import { reportedCall } from "@/domain/reported-calls";
import { REPORTED_FIELDS } from "@/domain/reported-event";
import { reportedFrames } from "@/domain/reported-frames";
import { reportedRecovery } from "@/domain/reported-recovery";
import { reportedRelease } from "@/domain/reported-release";
import { openPayload } from "@/lib/services/frames-payload";
import { call, makeKey } from "../access/world";
import { openQuarantineWorld, type QuarantineWorld } from "../quarantine/world";

/* Numbers and texts that a double, PostgreSQL or a stack does not take: in any field, at any door. */

const SECRET = "hunter2hunter2";
const LARGE = "12345678901234567890";
const POST = {
  events: postEvents,
  frames: postFrames,
  calls: postCalls,
  recoveries: postRecoveries,
  releases: postReleases,
};
type Door = keyof typeof POST;

let world: QuarantineWorld;
let key: string;
beforeAll(async () => {
  world = await openQuarantineWorld();
  key = await makeKey(world, ["ingest"]);
});
afterAll(() => world.close());

type Result = { status: string; case_id?: string; error?: { code: string; field?: string } };

async function send(door: Door, body: string | Uint8Array, type = "application/json") {
  const request = new Request(`http://localhost/api/v1/${door}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": type },
    body: Buffer.from(body),
  });
  const answer = await POST[door](request);
  const text = await answer.text();
  return { status: answer.status, text, results: (JSON.parse(text).results ?? []) as Result[] };
}

const now = () => new Date(Date.now() - 60_000).toISOString();
const VALID: Record<Door, () => Record<string, unknown>> = {
  events: () => ({
    reference: `err_${randomUUID()}`,
    tool: "pay",
    event_id: randomUUID(),
    occurred_at: now(),
  }),
  frames: () => ({
    reference: `err_${randomUUID()}`,
    frames_id: randomUUID(),
    captured_at: now(),
    raw: "E: no",
  }),
  recoveries: () => ({
    ...{ recovery_id: randomUUID(), run_id: "r", tool: "pay", code: "declined", attempts: 2 },
    ...{ outcome: "recovered", occurred_at: now() },
  }),
  releases: () => ({ service: "desk", release: randomUUID(), released_at: now() }),
  calls: () => ({ tool: "pay", minute: now(), count: 1 }),
};
const FIELDS: Record<Door, readonly string[]> = {
  events: [...REPORTED_FIELDS],
  frames: Object.keys(reportedFrames.shape),
  recoveries: Object.keys(reportedRecovery.shape),
  releases: Object.keys(reportedRelease.shape),
  calls: Object.keys(reportedCall.shape),
};

/** The text of an item with this JSON as this field; a line of calls in a report of its own. */
function itemText(door: Door, field: string, json: string): string {
  const { [field]: _, ...rest } = VALID[door]();
  const text = `${JSON.stringify(rest).slice(0, -1)},${JSON.stringify(field)}:${json}}`;
  return door === "calls" ? `{"report_id":"${randomUUID()}","calls":[${text}]}` : text;
}

const place = fc
  .constantFrom(...(Object.keys(POST) as Door[]))
  .chain((door) => fc.tuple(fc.constant(door), fc.constantFrom(...FIELDS[door], "unknown_field")));

/** Escaped as a producer types it, with what is a number to nobody but could be taken for one. */
const typed = fc
  .tuple(
    fc.constantFrom("\\udbff\\udfffnumber:", "number:", "", "\u{10FFFF}number:"),
    fc.constantFrom(LARGE, ` password=${SECRET}`, `{\\"password\\": \\"${SECRET}\\"}`, "", "1"),
    fc.constantFrom("", "\\u0000", "\\ud800", "x\\udc00"),
  )
  .map((parts) => `"${parts.join("")}"`);
const leaf = fc.oneof(typed, fc.constantFrom(LARGE, `-${LARGE}`, "1e400", "7"));
const shape = fc.constantFrom(
  (json: string) => json,
  (json: string) => `[${json}]`,
  (json: string) => `{"a":{"b":[${json},${json}]}}`,
  (json: string) => `${"[".repeat(9_000)}${json}${"]".repeat(9_000)}`,
);

async function everythingStored(): Promise<string> {
  const { sql } = world.database;
  const tables = ["events", "quarantine", "attempts", "recoveries", "releases", "cases", "series"];
  const rows = await Promise.all(
    tables.map((table) => sql.unsafe<{ text: string }[]>(`select t::text as text from ${table} t`)),
  );
  return rows.flatMap((of) => of.map(({ text }) => text)).join("\n");
}

it("no text is taken for a number, none is stored unscrubbed or breaks the database, and all can be sent again", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(place, leaf, shape), { minLength: 1, maxLength: 6 }), async (odd) => {
      for (const [[door, field], json, wrap] of odd) {
        const text = itemText(door, field, wrap(json));
        const good = JSON.stringify(VALID[door]());
        const body = door === "calls" ? text : `[${good},${text}]`;
        const answer = await send(door, body);
        expect([200, 207, 422], `${door} ${field} ${answer.text}`).toContain(answer.status);
        expect(answer.text).not.toContain(SECRET);
        if (door !== "calls") expect(answer.results[0]?.status).toBe("accepted");
      }
    }),
    { numRuns: 30, seed: 3 },
  );
  const stored = await everythingStored();
  expect(stored).not.toContain(SECRET);
  const { items } = await world.list("?limit=40");
  expect(items.length).toBeGreaterThan(10);
  for (const { quarantine_id } of items)
    expect((await world.preview({ ids: [quarantine_id] }, [])).examples).toHaveLength(1);
  const answer = await call(readQuarantine, { cookie: world.engineer.cookie, query: "?limit=100" });
  expect(await answer.text()).not.toContain(SECRET);
});

describe("a large number", () => {
  it.each(Object.keys(POST) as Door[])(
    "is taken or refused in every field of %s as a small one is",
    async (door) => {
      for (const field of FIELDS[door]) {
        if (["attempts", "attempt", "turn", "count", "retry_after"].includes(field)) continue;
        const verdict = async (json: string) => {
          const [result] = (await send(door, itemText(door, field, json))).results;
          return [field, result?.status, result?.error?.code, result?.error?.field];
        };
        expect(await verdict(LARGE)).toEqual(await verdict("1234567"));
        expect(await verdict("1e400")).toEqual(await verdict("1234567"));
      }
    },
  );

  it("is kept digit for digit as a code, in what was received and in attributes and arguments", async () => {
    const reference = `err_${randomUUID()}`;
    const body = `{"reference":"${reference}","tool":"pay","error":${LARGE},"received":${LARGE},"attributes":{"n":[${LARGE}]}}`;
    expect((await send("events", body)).status).toBe(200);
    const { sql } = world.database;
    const [event] = await sql<{ body: string; marks: string[] }[]>`
      select body::text as body, marks from events where reference = ${reference}`;
    expect(event?.body.replaceAll(" ", "")).toContain(
      `"received":${LARGE},"attributes":{"n":[${LARGE}]},"code_sent":"${LARGE}"`,
    );
    expect(event?.marks).toEqual(["malformed_code"]);
    const frames = `{"reference":"${reference}","raw":"E: no","arguments":{"n":${LARGE}}}`;
    expect((await send("frames", frames)).status).toBe(200);
    const [record] = await sql<
      { payload: Buffer }[]
    >`select payload from frames where reference = ${reference}`;
    const kept = await openPayload(record?.payload ?? gzipSync("{}"));
    expect(String((kept.arguments as { n: unknown }).n)).toBe(LARGE);
  });
});

describe("what nests deep", () => {
  const deep = (levels: number, inner = "1") =>
    `${'{"a":['.repeat(levels / 2)}${inner}${"]}".repeat(levels / 2)}`;
  const doubt = (name: string, more: string) =>
    `{"reference":"${name}","tool":"refund_${name}","tenant":"T ${name}","idempotency_key":"k_${name}","effect":"unknown",${more}}`;

  it("leaves each doubt its own case and row, with all that is not deep", async () => {
    const levels = [50, 500, 6_000, 20_000];
    const seen = new Set<string | undefined>();
    for (const level of levels)
      for (const name of [`a${level}`, `b${level}`]) {
        const text = doubt(name, `"attributes":${deep(level)}`);
        const { status, results } = await send("events", text);
        expect([status, results[0]?.status]).toEqual([422, "rejected"]);
        expect((await send("events", text)).results[0]?.case_id).toBe(results[0]?.case_id);
        seen.add(results[0]?.case_id);
        const { sql } = world.database;
        expect(
          await sql`select tool, tenant, times, says_unknown, payload like '{"reference":%' as kept
            from quarantine where reference = ${name}`,
        ).toEqual([
          { tool: `refund_${name}`, tenant: `T ${name}`, times: 2, says_unknown: true, kept: true },
        ]);
        expect(
          await sql`select tool, tenant, idempotency_key from cases where case_id = ${results[0]?.case_id ?? null}`,
        ).toEqual([{ tool: `refund_${name}`, tenant: `T ${name}`, idempotency_key: `k_${name}` }]);
      }
    expect(seen.size).toBe(levels.length * 2);
  });

  it("is judged by its field, whatever else the body holds", async () => {
    const verdicts = async (note: string) => {
      const items = ["attributes", "unknown_field", "effect"].map((field) =>
        itemText("events", field, deep(6_000)).replace(/}$/, `,"message":"${note}"}`),
      );
      const { results } = await send("events", `[${items.join(",")}]`);
      return results.map(({ status, error }) => [status, error?.code, error?.field]);
    };
    expect(await verdicts("a\\u0000b")).toEqual(await verdicts("ab"));
  });
});

describe("bytes that are no UTF-8", () => {
  it("are said to be replaced, in the items that hold them", async () => {
    const bytes = fc.constantFrom([0xff, 0xfe], [0xe9], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0x98]);
    await fc.assert(
      fc.asyncProperty(bytes, fc.constantFrom("message", "attributes"), async (bad, field) => {
        const [one, other] = [`err_${randomUUID()}`, `err_${randomUUID()}`];
        const [before, after] =
          field === "message" ? ['"message":"caf', '"'] : ['"attributes":{"caf', '":1}'];
        const body = Buffer.concat([
          Buffer.from(`[{"reference":"${one}","tool":"pay",${before}`),
          Buffer.from(bad),
          Buffer.from(`${after}},{"reference":"${other}","tool":"pay","message":"café"}]`),
        ]);
        expect((await send("events", body)).status).toBe(200);
        const { sql } = world.database;
        const rows = await sql<{ reference: string; marks: string[] }[]>`
          select reference, marks from events where reference in (${one}, ${other})`;
        const marks = new Map(rows.map((row) => [row.reference, row.marks]));
        expect([marks.get(one), marks.get(other)]).toEqual([["sanitized"], []]);
      }),
      { numRuns: 10, seed: 5 },
    );
  });
});

it("a blank effect is one that is not reported", async () => {
  for (const json of ['""', '" "', "null"]) {
    const { results } = await send("events", itemText("events", "effect", json));
    expect(results[0]).toEqual(expect.not.objectContaining({ case_id: expect.anything() }));
    expect(results[0]?.status).toBe("accepted");
  }
});
