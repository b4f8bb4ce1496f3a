import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findFiles } from "./find-files";
import { readItems } from "./read-items";
import { recallShift, rememberShift } from "./remember-shift";
import { surveyData } from "./survey-data";

const DAY = 86_400;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "errata-replay-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(name: string, text: string, shiftSeconds = DAY) {
  await writeFile(join(folder, name), text);
  const { files } = await findFiles(join(folder, name));
  const items = [];
  for (const file of files) for await (const each of readItems(file, shiftSeconds)) items.push(each);
  return items;
}

test("an event is moved and keeps every other byte", async () => {
  const [event] = await read(
    "events.ndjson",
    '{"occurred_at":"2026-11-15T00:00:00.000001Z","n":9007199254740993}\n',
  );
  expect(event).toMatchObject({ text: '{"occurred_at":"2026-11-16T00:00:00.000001Z","n":9007199254740993}' });
});

test("an event timed by its version 7 id gets that time, moved, in so many words", async () => {
  const [event] = await read("events.ndjson", '{"event_id":"017f22e2-79b0-7cc3-98c4-dc0c0c07398f"}\n');
  expect(event && "text" in event && JSON.parse(event.text).occurred_at).toBe("2022-02-23T19:22:22.000000Z");
});

test("the minutes within a whole report of calls are moved", async () => {
  const report = '{"report_id":"r","calls":[{"tool":"t","minute":"2026-11-15T00:01:00Z","count":2},7]}\n';
  const [item] = await read("calls.ndjson", report);
  expect(item).toMatchObject({ is_report: true });
  expect(item && "text" in item && JSON.parse(item.text).calls).toEqual([
    { tool: "t", minute: "2026-11-16T00:01:00.000000Z", count: 2 },
    7,
  ]);
});

test("lines that are no JSON object are told apart, with the place where it broke", async () => {
  const items = await read("events.ndjson", '{"a":1,}\n[1]\n{"a":\nnonsense\n{}\n');
  expect(items.map((item) => ("unreadable" in item ? item.unreadable : "read"))).toEqual([
    "not JSON, look at character 8",
    "not a JSON object",
    "not JSON, it looks cut off",
    "not JSON",
    "read",
  ]);
});

test("a data set is known by its content and ends with its newest time", async () => {
  await read(
    "events.ndjson",
    '{"occurred_at":"2026-11-15T00:00:00Z"}\n{"occurred_at":"2026-11-15T23:00:00+14:00"}\n',
  );
  await read("calls.ndjson", '{"tool":"t","minute":"2026-11-16T00:00:00Z","count":1}\n');
  const survey = await surveyData((await findFiles(folder)).files);
  expect(survey.newest).toBe("2026-11-16T00:00:00.000000Z");
  expect(await surveyData((await findFiles(folder)).files)).toEqual(survey);
  await writeFile(join(folder, "notes.txt"), "ignored");
  expect(await findFiles(folder)).toMatchObject({ ignored: ["notes.txt"] });
  await read("releases.ndjson", '{"service":"s","release":"1","released_at":"2026-11-15T00:00:00Z"}\n');
  expect((await surveyData((await findFiles(folder)).files)).content).not.toBe(survey.content);
});

test("a shift is remembered per server and data set", async () => {
  const path = join(folder, "state", "shifts.json");
  const shift = { shift_seconds: DAY, newest: "n", computed_at: "c", data_set: "d" };
  expect(await recallShift(path, "http://a", "1")).toBeNull();
  await rememberShift(path, "http://a", "1", shift);
  await rememberShift(path, "http://b", "1", { ...shift, shift_seconds: 2 * DAY });
  expect(await recallShift(path, "http://a", "1")).toEqual(shift);
  expect(await recallShift(path, "http://a", "2")).toBeNull();
});
