import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { trimKeptFrames } from "@/lib/duties/trim-kept-frames";
import { readCase } from "@/lib/services/cases/read-case";
import type { ServiceContext } from "@/lib/services/context";
import { readFrames } from "@/lib/services/frames/read-frames";
import { lookUpReference } from "@/lib/services/references/look-up-reference";
import { readReport } from "@/lib/services/references/read-report";
import { openRetentionWorld, type RetentionWorld } from "./world";

let world: RetentionWorld;
let engineer: ServiceContext;
const OPEN = { reference: "err_0pen01", event_id: randomUUID() };
const SETTLED = { reference: "err_d0ne01", event_id: randomUUID() };
const cases = new Map<string, string>();

beforeAll(async () => {
  world = await openRetentionWorld();
  engineer = world.person("Eve", ["engineer", "reconciler"]);
  for (const one of [OPEN, SETTLED]) {
    const unknown = {
      effect: "unknown",
      idempotency_key: `refund/${one.reference}`,
      run_id: `run-${one.reference}`,
      call_id: `call-${one.reference}`,
      message: "timed out",
      release: "1.4",
    };
    const attributes = { amount: 40, nested: { deep: [1, null, "x"] } };
    const { results } = await world.send(
      world.failure({ ...one, ...unknown, attributes, turn: 3, permitted: ["a"] }),
    );
    cases.set(one.reference, results[0]?.case_id ?? "");
    await world.sendFrames(
      {
        ...one,
        captured_at: world.clock.at(-30),
        raw: "Error: no\n    at f (a.js:1:1)",
        arguments: { order: 9 },
      },
      {
        reference: one.reference,
        captured_at: world.clock.at(-30),
        raw: "beside it",
        tenant: "acme",
        tool: "refund",
      },
    );
  }
  await world.settle(cases.get(SETTLED.reference) ?? "", "committed");
});
afterAll(() => world.close());

const caseOf = ({ reference }: { reference: string }) =>
  readCase(world.ann, { case_id: cases.get(reference) ?? "" });

describe("retention passes while a case is open", () => {
  test("its page, its report, its frames and its reference stay as they were", async () => {
    const read = async () => ({
      case: await caseOf(OPEN),
      report: await readReport(engineer, { reference: OPEN.reference }),
      frames: await readFrames(engineer, OPEN),
      of_reference: await readFrames(engineer, { reference: OPEN.reference }),
      found: await lookUpReference(engineer, { q: `see ${OPEN.reference}` }),
    });
    const before = await read();
    expect(before).toMatchObject({ found: { answer: "found" }, frames: { items: [{}, {}] } });
    const [row] = await world.database.sql`select * from events where reference = ${OPEN.reference}`;
    world.pass(120);
    await world.retainUntil(2);
    expect([await world.count("events"), await world.count("frames")]).toEqual([0, 0]);
    expect(await world.count("kept_frames")).toBe(2);
    const after = await read();
    expect(after.report.events).toEqual(before.report.events);
    expect(after.report.events[0]).toMatchObject({
      release: row?.release,
      turn: 3,
      attributes: { amount: 40 },
    });
    // Where this kind of failure was seen besides is told of what is still there.
    const apart = ({ frames, of_reference, ...read }: typeof before) => ({
      ...{ ...read, report: null },
      ...{ frames: { ...frames, kinds: null }, of_reference: { ...of_reference, kinds: null } },
    });
    expect(apart(after)).toEqual(apart(before));
    expect({ ...after.report, ...LIVING }).toEqual({ ...before.report, ...LIVING });
  });

  test("what a settled one refers to is found by its attempts, and its frames are gone", async () => {
    expect(await lookUpReference(engineer, { q: SETTLED.reference })).toMatchObject({ answer: "found" });
    expect(await readReport(engineer, { reference: SETTLED.reference })).toMatchObject({
      answer: "found",
      frames: { recorded: 0 },
      case: { state: "settled" },
    });
    await expect(readFrames(engineer, SETTLED)).rejects.toMatchObject({ code: "frames_not_found" });
  });

  test.each(["ERR_0PEN01", "err-0pen01", "err_d0ne01", "ERR_D0NE01"])("%j leads to it too", async (q) => {
    const { answer, matches, suggestions } = await lookUpReference(engineer, { q });
    const reference = /d0ne/i.test(q) ? SETTLED.reference : OPEN.reference;
    expect([...matches, ...suggestions].map((one) => one.reference)).toEqual([reference]);
    expect(answer).not.toBe("expired");
  });

  test.each([
    ["idempotency_key", (reference: string) => `refund/${reference}`],
    ["run_id", (reference: string) => `run-${reference}`],
    ["call_id", (reference: string) => `call-${reference}`],
    ["case_id", (reference: string) => cases.get(reference) ?? ""],
  ])("its %s leads to it as its reference does", async (found_by, q) => {
    for (const { reference } of [OPEN, SETTLED]) {
      const { matches } = await lookUpReference(engineer, { q: reference });
      expect(matches).toMatchObject([{ reference, case_id: cases.get(reference) }]);
      expect(await lookUpReference(engineer, { q: q(reference) })).toMatchObject({
        ...{ answer: "found", cases: [], more: null },
        matches: [{ ...matches[0], found_by }],
      });
    }
  });

  test("a person who is confined elsewhere finds neither", async () => {
    const other = world.person("Cy", ["engineer"], {
      tenants: ["globex"],
      environments: null,
      services: null,
    });
    const named = [`refund/${OPEN.reference}`, `run-${OPEN.reference}`, `call-${OPEN.reference}`];
    const case_id = cases.get(OPEN.reference) ?? "";
    for (const q of [OPEN.reference, "ERR_0PEN01", "err-0pen01", ...named, case_id])
      expect(await lookUpReference(other, { q })).toMatchObject({ answer: "never", suggestions: [] });
    await expect(readFrames(other, OPEN)).rejects.toMatchObject({ code: "frames_not_found" });
  });

  test("frames stay until their case was settled for as long as things are kept", async () => {
    const trim = () => trimKeptFrames.run({ ...world.rt, now: world.clock.read });
    await trim();
    await world.settle(cases.get(OPEN.reference) ?? "", "committed");
    world.pass(89);
    await trim();
    expect(await world.count("kept_frames")).toBe(2);
    world.pass(2);
    await trim();
    expect(await world.count("kept_frames")).toBe(0);
  });
});

/** What is read of the time around, and of who looked meanwhile. */
const LIVING = { run: null, rate_around: null, frames: null };
