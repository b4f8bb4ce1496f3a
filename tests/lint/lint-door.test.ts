import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { POST as lint } from "@/app/api/v1/lint/route";
import { PUT as changeSettings, GET as readSettings } from "@/app/api/v1/settings/route";
import { type LintAnswer, lintAnswer } from "@/lib/contract/lint";
import { call, makeKey, makePerson, openWorld, type World } from "../access/world";

let world: World;
let ingest: string;
let reader: string;
let engineer: string;
beforeAll(async () => {
  world = await openWorld();
  ingest = await makeKey(world, ["ingest"]);
  reader = await makeKey(world, ["read"]);
  engineer = (await makePerson(world, { roles: ["engineer"] })).cookie;
  await world.database.sql`
    insert into tools (tool, writes, first_seen_at) values ('refund_payment', true, now()), ('find_order', false, now())`;
});
afterAll(() => world.close());

async function linted(body: unknown, as: { key: string } | { cookie: string } = { key: ingest }) {
  const response = await call(lint, { body, ...as });
  expect(response.status).toBe(200);
  return lintAnswer.parse(await response.json());
}
const codesOf = ({ findings }: LintAnswer) => findings.map(({ code }) => code);
const LOST = {
  error: "gateway_timeout",
  class: "transient",
  message: "The gateway gave no answer.",
  retryable: true,
  retry_after: 5,
  reference: "err_b7c2d9e1",
};

// First, before a request that cannot be read leaves a failure of the API itself.
it("stores nothing of what was pasted, and says back no secret", async () => {
  const secret = "zq7-hunter2-secret";
  const results = [
    `password=${secret}`,
    { ...LOST, message: `password=${secret}`, details: { token: secret }, [`password=${secret}`]: 1 },
    { ...LOST, error: { message: `Authorization: Bearer ${secret}` }, received: { password: secret } },
    { ...LOST, code: `see https://ada:${secret}@db.example/x`, class: `password=${secret}` },
    { isError: true, content: [{ type: "text", text: `{"error":"x","hint":"password=${secret}"}` }] },
  ];
  const before = await rows();
  for (const result of results) {
    const response = await call(lint, { key: ingest, body: { result, tool: "pay" } });
    expect(response.status).toBe(200);
    expect(await response.text()).not.toContain("hunter2");
  }
  expect(await rows()).toEqual(before);
});

/** How many rows each table holds. */
async function rows(): Promise<Record<string, number>> {
  const { sql } = world.database;
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`;
  const counts = tables.map(async ({ name }) => {
    const [row] = await sql.unsafe<{ rows: number }[]>(`select count(*)::int as rows from ${name}`);
    return [name, row?.rows ?? 0] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

it("answers a key that reports, a key that reads and a person alike", async () => {
  const answers = [];
  for (const as of [{ key: ingest }, { key: reader }, { cookie: engineer }])
    answers.push(await linted({ result: LOST }, as));
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
});

it("judges by what is known of the tool, by what is said of it, or by neither", async () => {
  const severity = async (said: object) => {
    const { findings, writes } = await linted({ result: LOST, ...said });
    return [writes, findings.find(({ code }) => code === "unsafe_retry")?.severity];
  };
  expect(await severity({})).toEqual([null, "warning"]);
  expect(await severity({ tool: "refund_payment" })).toEqual([true, "error"]);
  expect(await severity({ tool: "refund_payment", idempotency_key: "k" })).toEqual([true, undefined]);
  expect(await severity({ tool: "find_order" })).toEqual([false, undefined]);
  expect(await severity({ tool: "find_order", writes: true })).toEqual([true, "error"]);
  expect(await severity({ tool: "nobody_knows" })).toEqual([null, "warning"]);
  expect((await linted({ result: { ...LOST, tool: "refund_payment" } })).writes).toBe(true);
});

it("tells who is confined nothing of a tool of which nothing failed in their part", async () => {
  const { cookie } = await makePerson(world, { roles: ["engineer"], tenants: ["acme"] });
  expect((await linted({ result: LOST, tool: "refund_payment" }, { cookie })).writes).toBeNull();
});

it("says what ingest would make of it", async () => {
  expect((await linted({ result: { ...LOST, error: "GATEWAY-TIMEOUT" } })).ingest).toEqual({
    status: "accepted",
    event: {
      code: "gateway_timeout",
      class: "transient",
      effect: null,
      unmapped: false,
      marks: [],
      ignored_fields: 0,
    },
    error: null,
  });
  const { ingest: refused } = await linted({ result: { ...LOST, reference: "err b7" } });
  expect(refused).toMatchObject({ status: "rejected", error: { code: "invalid_reference" } });
  expect((await linted({ result: "12 rows" })).ingest).toMatchObject({
    error: { code: "reference_required" },
  });
  expect(await linted({ result: { content: [] } })).toMatchObject({ read_as: "nothing", ingest: null });
});

it("says what the door of MCP results would make of what came by MCP", async () => {
  const structuredContent = { ...LOST, reference: undefined };
  const made = async (result: object, said: object = {}) => (await linted({ result, ...said })).ingest;
  expect(await made({ isError: true, structuredContent })).toMatchObject({
    status: "accepted",
    event: { code: "gateway_timeout", class: "transient" },
  });
  expect(await made({ structuredContent: LOST })).toMatchObject({ status: "skipped" });
  const timeout = { jsonrpc: "2.0", id: 1, error: { code: -32_001, message: "Request timed out" } };
  expect(await made(timeout)).toMatchObject({ event: { code: "request_timeout", effect: "unknown" } });
  expect(await made(timeout, { writes: false })).toMatchObject({ event: { effect: null } });
});

it("shows an MCP result's better body as the result it could have been", async () => {
  const content = [{ type: "text", text: "KeyError: 'status'" }];
  const { better } = await linted({ result: { isError: true, content } });
  expect(better?.result?.structuredContent).toEqual(better?.body);
  expect(JSON.parse(better?.result?.content[0]?.text ?? "")).toEqual(better?.body);
});

it("keeps numbers beyond a double as they were pasted", async () => {
  const text = '{"error": "no_such_order", "received": 90071992547409931234, "class": "not_found"}';
  const response = await call(lint, { key: ingest, body: { result: text } });
  expect(await response.text()).toContain('"received":90071992547409931234');
});

it("reads the installation's own codes and classes", async () => {
  const admin = (await makePerson(world, { roles: ["admin"] })).cookie;
  const before = await (await call(readSettings, { cookie: admin })).json();
  const changed = { unmapped_codes: ["internal_error", "oops"], class_aliases: { flaky: "transient" } };
  const body = { ...before, ...changed };
  expect((await call(changeSettings, { method: "PUT", cookie: admin, body })).status).toBe(200);
  const codes = codesOf(await linted({ result: { ...LOST, error: "oops", class: "flaky" } }));
  expect(codes).toEqual(expect.arrayContaining(["code_unmapped", "class_alias"]));
  expect(codes).not.toContain("class_unknown");
});

it.each([
  ["nothing", {}, 200],
  ["another member", { result: {}, text: "" }, 422],
  ["a blank tool", { result: {}, tool: " " }, 422],
  ["what is larger than any model is given", { result: "x".repeat(300_000) }, 413],
  ["what is no JSON", "{", 400],
])("%s", async (_, body, status) => {
  expect((await call(lint, { key: ingest, body })).status).toBe(status);
});

it("fails for nothing that can be pasted", async () => {
  const any = fc.oneof(fc.jsonValue({ maxDepth: 6 }), fc.string(), fc.string({ unit: "binary" }));
  await fc.assert(
    fc.asyncProperty(any, async (result) => {
      const text = await call(lint, { key: ingest, body: { result: JSON.stringify(result) } });
      const plain = await call(lint, { key: ingest, body: { result } });
      expect([text.status, plain.status]).toEqual([200, 200]);
      lintAnswer.parse(await plain.json());
    }),
    { numRuns: 60, seed: 7 },
  );
  for (const result of ["[".repeat(100_000), `${"[".repeat(100_000)}${"]".repeat(100_000)}`])
    expect((await call(lint, { key: ingest, body: { result } })).status).toBe(200);
});

it("says by which names it takes a body that was sent without any", async () => {
  const response = await call(lint, { key: ingest, body: LOST });
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({
    ...{ code: "unknown_field", field: "error" },
    permitted: ["result", "tool", "writes", "idempotency_key"],
  });
});
