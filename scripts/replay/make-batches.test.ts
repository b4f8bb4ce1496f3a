import { expect, test } from "vitest";
import { type KindRule, ruleFor } from "./kinds";
import { BATCH_BYTES, type Batch, bodyOf, makeBatches, splitBatch } from "./make-batches";
import type { Item, Unreadable } from "./read-items";
import { uuidFromContent } from "./report-id";

function rule(kind: string): KindRule {
  const found = ruleFor(kind);
  if (!found) throw new Error(kind);
  return found;
}

const item = (line: number, text = `{"n":${line}}`, is_report = false): Item => ({
  line,
  text,
  end: line * 10,
  is_report,
});

async function* stream(items: (Item | Unreadable)[]) {
  yield* items;
}

async function batchesOf(kind: string, items: (Item | Unreadable)[], maxItems?: number) {
  const batches: Batch[] = [];
  const unreadable: number[] = [];
  const collect = (line: Unreadable) => void unreadable.push(line.line);
  for await (const batch of makeBatches(rule(kind), stream(items), collect, maxItems)) batches.push(batch);
  return { lines: batches.map((batch) => batch.items.map((each) => each.line)), batches, unreadable };
}

test("batches are full, in order, and a bad line costs nobody its place", async () => {
  const items = [item(1), { line: 2, unreadable: "not JSON", end: 20 }, item(3), item(4), item(5)];
  expect(await batchesOf("events", items, 2)).toMatchObject({
    lines: [
      [1, 3],
      [4, 5],
    ],
    unreadable: [2],
  });
});

test("a batch stays under its bytes, and one large item goes alone", async () => {
  const large = "x".repeat(BATCH_BYTES - 5);
  expect((await batchesOf("frames", [item(1), item(2, large), item(3, large), item(4)])).lines).toEqual([
    [1],
    [2],
    [3],
    [4],
  ]);
});

test("a whole report of calls is a request of its own, sent as it stands", async () => {
  const report = item(2, '{"report_id":"x","calls":[]}', true);
  const { lines, batches } = await batchesOf("calls", [item(1), report, item(3)]);
  expect(lines).toEqual([[1], [2], [3]]);
  expect(batches.map((batch) => bodyOf(batch).text)[1]).toBe(report.text);
});

test("a report id follows from content and place: the same again is the same, moved or repeated is another", () => {
  const bodyFor = (items: Item[]) => bodyOf({ rule: rule("calls"), items }).text;
  const first = bodyFor([item(1), item(2)]);
  expect(bodyFor([item(1), item(2)])).toBe(first);
  const reportIdIn = (text: string) => JSON.parse(text).report_id;
  expect(reportIdIn(bodyFor([item(1), item(2, '{"n":3}')]))).not.toBe(reportIdIn(first));
  expect(reportIdIn(bodyFor([item(7, '{"n":1}'), item(8, '{"n":2}')]))).not.toBe(reportIdIn(first));
});

test("an id from content is a version 8 UUID, and where parts meet matters", () => {
  expect(uuidFromContent("a", "b")).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(uuidFromContent("ab", "c")).not.toBe(uuidFromContent("a", "bc"));
});

test("bodies keep the lines' own text", () => {
  const items = [item(1, '{"n":9007199254740993}'), item(2, '{"a": 1}')];
  expect(bodyOf({ rule: rule("events"), items })).toEqual({
    type: "application/x-ndjson",
    text: '{"n":9007199254740993}\n{"a": 1}',
  });
  expect(bodyOf({ rule: rule("frames"), items }).text).toBe('[{"n":9007199254740993},{"a": 1}]');
});

test("halves of a batch hold all of it", () => {
  const halves = splitBatch({ rule: rule("events"), items: [item(1), item(2), item(3)] });
  expect(halves.map((half) => half.items.map((each) => each.line))).toEqual([[1, 2], [3]]);
});
