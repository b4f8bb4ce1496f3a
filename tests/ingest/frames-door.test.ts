import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PUT as putFrames } from "@/app/api/v1/frames/[reference]/route";
import { POST as postFrames } from "@/app/api/v1/frames/route";
import { SYSTEM_CALLER } from "@/domain/permissions";
import { DEFAULT_SETTINGS } from "@/domain/settings";
import { createContext, type Runtime } from "@/lib/services/context";
import { createKey } from "@/lib/services/keys/create-key";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { openTestRuntime } from "../support/runtime";

let database: TestDatabase;
let rt: Runtime;
let key: string;

beforeAll(async () => {
  database = await createTestDatabase();
  rt = openTestRuntime(database);
  const input = { name: "ingest", source: "door", scopes: ["ingest" as const], expires_at: null };
  const pins = { tenant: null, environment: null, service: null };
  ({ key } = await createKey(createContext(rt, SYSTEM_CALLER, DEFAULT_SETTINGS), { ...input, ...pins }));
});
afterAll(async () => {
  await rt.close();
  await database.drop();
});

const json = (value: unknown) => Buffer.from(JSON.stringify(value));

describe("the frames doors", () => {
  const record = (parts: Record<string, unknown> = {}) => ({
    exceptions: [
      {
        type: "ValueError",
        message: "password=hunter22",
        frames: [{ file: "a.py", line: 3, code: 'key = "AKIAIOSFODNN7EXAMPLE"' }],
      },
    ],
    arguments: { customer: "c-1", api_key: "abcd1234" },
    ...parts,
  });

  async function put(reference: string, body: unknown) {
    const url = `http://localhost/api/v1/frames/${encodeURIComponent(reference)}`;
    const request = new Request(url, {
      method: "PUT",
      body: json(body),
      headers: { authorization: `Bearer ${key}` },
    });
    const response = await putFrames(request, { params: Promise.resolve({ reference }) });
    return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
  }

  it("keeps records without an event, once each, and replaces nothing", async () => {
    const first = await put("a/b#c?d:%", record());
    const again = await put("a/b#c?d:%", record());
    const other = await put("a/b#c?d:%", record({ language: "python" }));
    expect([first, again, other].map(({ answer }) => [answer.accepted, answer.duplicate])).toEqual([
      [1, 0],
      [0, 1],
      [1, 0],
    ]);
  });

  it("scrubs messages, source lines and arguments", async () => {
    await put("err_scrubbed", record());
    const [row] = await database.sql`select payload from frames where reference = 'err_scrubbed'`;
    const text = gunzipSync(row?.payload as Buffer).toString();
    for (const secret of ["hunter22", "AKIAIOSFODNN7EXAMPLE", "abcd1234"]) expect(text).not.toContain(secret);
    expect(text).toContain("c-1");
  });

  it("cuts a record over 1 MiB in the middle and marks it", async () => {
    const frames = Array.from({ length: 5_000 }, (_, line) => ({
      file: "deep.py",
      line,
      function: "recurse",
      code: "x".repeat(300),
    }));
    const sent = await put("err_huge", {
      exceptions: [{ type: "RecursionError", frames }],
      raw: "y".repeat(2_000_000),
    });
    expect(sent.status).toBe(200);
    const [row] = await database.sql`select payload from frames where reference = 'err_huge'`;
    const payload = gunzipSync(row?.payload as Buffer).toString();
    expect(payload.length).toBeLessThanOrEqual(1024 * 1024 + 100);
    expect((JSON.parse(payload) as { marks: string[] }).marks).toContain("cut");
  });

  it("refuses a record that holds nothing, and a body that names another reference", async () => {
    expect(await put("err_none", {})).toMatchObject({ status: 422, answer: { rejected: 1 } });
    expect(await put("err_one", record({ reference: "err_two" }))).toMatchObject({
      status: 422,
      answer: { code: "reference_mismatch" },
    });
  });

  it("takes arrays and objects by POST", async () => {
    const body = json({
      frames: [record({ reference: "err_p1" }), record({ reference: "err_p2" })],
    });
    const request = new Request("http://localhost/api/v1/frames", {
      method: "POST",
      body,
      headers: { authorization: `Bearer ${key}` },
    });
    expect(await (await postFrames(request)).json()).toMatchObject({ accepted: 2 });
  });
});
