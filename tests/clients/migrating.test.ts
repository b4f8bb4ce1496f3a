import { afterAll, beforeAll, expect, test } from "vitest";
import { type ClientWorld, has, openClientWorld } from "./client-world";
import { type Block, blocksOf } from "./snippets";

/* docs/migrating.md step by step: what each program prints, and that what the console shows of it is as the page says. */

const blocks = blocksOf("../migrating.md");
const programs = blocks.flatMap((block, at): [Block, Block][] => {
  const said = blocks[at + 1];
  return block.language === "ts" || block.language === "bash"
    ? [[block, said ?? { language: "", text: "" }]]
    : [];
});

let world: ClientWorld;
beforeAll(async () => {
  world = await openClientWorld();
});
afterAll(() => world?.close());

async function runStep(step: number): Promise<void> {
  const [program, said] = programs[step - 1] ?? [];
  expect(await world.producer.runTypescript(program?.text ?? "")).toBe(said?.text);
}

type Row = Record<string, unknown>;
const newest = (tool: string, most = 1): Promise<Row[]> =>
  world.database
    .sql`select *, body::json as said from events where tool = ${tool} order by received_at desc, event_id limit ${most}`;
const leaks = async () =>
  (
    await world.database.sql<{ kind: string }[]>`select distinct kind from leaks where tool = 'find_order'`
  ).map(({ kind }) => kind);

test("1: all is unmapped, and leaks", async () => {
  await runStep(1);
  expect(await newest("find_order")).toMatchObject([
    { unmapped: true, class: "unclassified", marks: ["leaked"] },
  ]);
  expect(await leaks()).toEqual(expect.arrayContaining(["trace"]));
});

test("2: the user's sentence holds the reference it is found by", async () => {
  await runStep(2);
  const [event] = await newest("find_order");
  expect(event?.said).toMatchObject({ user_message: expect.stringContaining(String(event?.reference)) });
});

test("3: nothing leaks, and the frames are apart", async () => {
  await runStep(3);
  const [event] = await newest("find_order");
  expect(event).toMatchObject({ unmapped: true, marks: [] });
  expect(
    await world.database
      .sql`select exception_type, event_id from frames where reference = ${String(event?.reference)}`,
  ).toMatchObject([{ exception_type: "Error" }]);
});

test("4: calls are counted, the release is known, and the class is a guess", async () => {
  await runStep(4);
  expect(await newest("find_order")).toMatchObject([
    { unmapped: true, class: "transient", release: "1.4.0" },
  ]);
  const [calls] = await world.database
    .sql`select sum(calls)::int as calls from calls where tool = 'find_order'`;
  expect(calls).toEqual({ calls: 2 });
});

test("5: the condition has a name", async () => {
  await runStep(5);
  expect(await newest("find_order")).toMatchObject([
    { unmapped: false, code: "order_archived", release: "1.5.0" },
  ]);
});

test("6: two refunds are in doubt, one of them under its key", async () => {
  await runStep(6);
  const cases = await world.database
    .sql`select idempotency_key from cases order by idempotency_key nulls last`;
  expect(cases).toEqual([{ idempotency_key: "refund-2026-11-0050" }, { idempotency_key: null }]);
});

test("7: the verdict is taken before it is acted upon", async () => {
  const { case_id } = await world.settle("refund-2026-11-0050");
  await runStep(7);
  expect(await world.database.sql`select acknowledged_by from verdicts where case_id = ${case_id}`).toEqual([
    { acknowledged_by: "run_6" },
  ]);
});

test.skipIf(!has("curl"))("8: the release is marked", async () => {
  const [program, said] = programs[7] ?? [];
  const answer = await world.producer.run("bash", "-euo", "pipefail", "-c", program?.text ?? "");
  expect(JSON.parse(answer)).toEqual(JSON.parse(said?.text ?? ""));
});

test("every step has a program", () => expect(programs).toHaveLength(8));
