import { randomUUID } from "node:crypto";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { POST as postCalls } from "@/app/api/v1/calls/route";
import { POST as postEvents } from "@/app/api/v1/events/route";
import { POST as postFrames } from "@/app/api/v1/frames/route";
import { POST as postRecoveries } from "@/app/api/v1/recoveries/route";
import { POST as postReleases } from "@/app/api/v1/releases/route";
import { makeKey, openWorld, type World } from "../access/world";

/* Whatever a producer sends: no failure of ours, every item answered once, and what was refused is in quarantine. */

/** The same in every run; more of them, or others, by hand. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 150);
const SEED = Number(process.env.FUZZ_SEED ?? 4);

const DOORS = {
  events: postEvents,
  frames: postFrames,
  recoveries: postRecoveries,
  releases: postReleases,
  calls: postCalls,
};
type Door = keyof typeof DOORS;
/** Doors that take items one by one; a report of calls is one thing. */
const ITEM_DOORS = ["events", "frames", "recoveries", "releases"] as const;

let world: World;
let key: string;
beforeAll(async () => {
  world = await openWorld();
  key = await makeKey(world, ["ingest"]);
});
afterAll(() => world.close());

async function send(door: Door, body: Uint8Array, headers: Record<string, string>) {
  const request = new Request(`http://localhost/api/v1/${door}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, ...headers },
    body: Buffer.from(body),
  });
  const answer = await DOORS[door](request);
  return { status: answer.status, type: answer.headers.get("content-type"), body: await answer.json() };
}

type Answer = Awaited<ReturnType<typeof send>>;

/** Either every item was judged, or all was refused by a problem of the contract; never a failure of ours. */
function expectOfTheContract({ status, type, body }: Answer): void {
  expect([200, 202, 207, 400, 413, 415, 422]).toContain(status);
  if (type?.startsWith("application/problem+json") !== true) return;
  expect(body).toMatchObject({
    ...{ status, code: expect.stringMatching(/^[a-z_]+$/), class: "validation", retryable: false },
    ...{ message: expect.any(String), reference: expect.stringMatching(/^err_/) },
  });
}

const odd = fc.oneof(
  fc.constantFrom(
    null,
    true,
    "",
    " ",
    "\0",
    "\ud800",
    "=1+1",
    "__proto__",
    1e308,
    -1,
    1.5,
    "9".repeat(400),
    [],
    {},
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
);

const now = () => new Date(Date.now() - 60_000).toISOString();
const VALID: Record<(typeof ITEM_DOORS)[number], () => Record<string, unknown>> = {
  events: () => ({
    ...{
      reference: `err_${randomUUID()}`,
      tool: "pay",
      code: "declined",
      class: "semantic",
      effect: "absent",
    },
    ...{ event_id: randomUUID(), occurred_at: now(), message: "No.", attempt: 1, attributes: { a: 1 } },
  }),
  frames: () => ({
    ...{ reference: `err_${randomUUID()}`, frames_id: randomUUID(), captured_at: now(), tool: "pay" },
    exceptions: [{ type: "E", message: "no", frames: [{ file: "a.py", line: 1, function: "f" }] }],
  }),
  recoveries: () => ({
    ...{ recovery_id: randomUUID(), run_id: "r", tool: "pay", code: "declined", attempts: 2 },
    ...{ outcome: "recovered", occurred_at: now() },
  }),
  releases: () => ({ service: "desk", release: randomUUID(), released_at: now() }),
};

/** What is done to a valid item: a member dropped, renamed or replaced, one added, or the whole replaced. */
const mutation = fc.oneof(
  fc.record({ kind: fc.constantFrom("drop" as const, "rename" as const), at: fc.nat() }),
  fc.record({
    kind: fc.constantFrom("replace" as const, "add" as const, "whole" as const),
    at: fc.nat(),
    value: odd,
  }),
);
type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never;

function mutated(item: Record<string, unknown>, change: Mutation | null): unknown {
  if (change === null) return item;
  const names = Object.keys(item);
  const name = names[change.at % names.length] ?? "";
  const { [name]: value, ...rest } = item;
  if (change.kind === "drop") return rest;
  if (change.kind === "rename") return { ...rest, [`${name}_`]: value };
  if (!("value" in change)) return rest;
  if (change.kind === "add") return { ...item, [`odd_${change.at}`]: change.value };
  return change.kind === "whole" ? change.value : { ...rest, [name]: change.value };
}

async function quarantined(door: Door): Promise<number> {
  const [row] = await world.database.sql<{ times: number }[]>`
    select coalesce(sum(times), 0)::int as times from quarantine where door = ${door}`;
  return row?.times ?? -1;
}

it("judges every item of a batch of valid, mutated and odd ones, and keeps what it refuses", async () => {
  const changes = fc.array(fc.option(mutation, { nil: null, freq: 3 }), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...ITEM_DOORS), changes, fc.boolean(), async (door, of, asLines) => {
      const valid = of.map(() => VALID[door]());
      const items = of.map((change, at) => mutated(valid[at] ?? {}, change));
      const texts = items.map((item) => JSON.stringify(item));
      const before = await quarantined(door);
      const answer = asLines
        ? await send(door, Buffer.from(`${texts.join("\n")}\n`), { "content-type": "application/x-ndjson" })
        : await send(door, Buffer.from(`[${texts.join(",")}]`), { "content-type": "application/json" });
      expectOfTheContract(answer);
      const { accepted, duplicate, conflict, rejected, results } = answer.body;
      expect(accepted + duplicate + conflict + rejected).toBe(items.length);
      expect(results).toHaveLength(items.length);
      expect(answer.status).toBe(rejected === 0 ? 200 : rejected === items.length ? 422 : 207);
      expect((await quarantined(door)) - before).toBe(rejected + conflict);
      of.forEach((change, at) => {
        if (change === null) expect(results[at]).toMatchObject({ index: at, status: "accepted" });
      });
    }),
    { numRuns: RUNS, seed: SEED },
  );
});

const ENCODERS = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync } as const;

it("answers bytes of any kind, whatever they are said to be, by the contract", async () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.string({ unit: "binary", maxLength: 200 }).map((text) => new TextEncoder().encode(text)),
    fc.json().map((text) => new TextEncoder().encode(text)),
    fc.constant(new TextEncoder().encode(`${"[".repeat(20_000)}1`)),
  );
  const encoding = fc.constantFrom("gzip", "deflate", "br", "identity", "zstd", null);
  const type = fc.constantFrom(
    "application/json",
    "application/x-ndjson",
    "text/plain",
    "application/x+json",
    null,
  );
  const how = fc.record({ encoding, type, lies: fc.boolean(), cut: fc.nat({ max: 20 }) });
  const doors = fc.constantFrom(...(Object.keys(DOORS) as Door[]));
  await fc.assert(
    fc.asyncProperty(doors, bytes, how, async (door, plain, { encoding, type, lies, cut }) => {
      const encode =
        encoding !== null && encoding in ENCODERS ? ENCODERS[encoding as keyof typeof ENCODERS] : null;
      const whole = lies || encode === null ? plain : encode(plain);
      const headers = {
        ...(encoding === null ? {} : { "content-encoding": encoding }),
        ...(type === null ? {} : { "content-type": type }),
      };
      expectOfTheContract(
        await send(door, whole.slice(0, whole.length - (cut % 3 === 0 ? cut : 0)), headers),
      );
    }),
    { numRuns: RUNS * 2, seed: SEED },
  );
});
