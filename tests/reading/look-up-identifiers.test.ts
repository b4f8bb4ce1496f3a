import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lookUpAnswer } from "@/lib/contract/references";
import { openCase } from "@/lib/services/cases/open-case";
import type { Runtime, ServiceContext } from "@/lib/services/context";
import { lookUpReference } from "@/lib/services/references/look-up-reference";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";
import { failure, personContext, report } from "./failures";

let database: TestDatabase;
let rt: Runtime;
let key: ServiceContext;
let support: ServiceContext;

const DAY = 24 * 3_600_000;
const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();

beforeAll(async () => {
  database = await createTestDatabase();
  rt = openTestRuntime(database);
  key = await keyContext(rt);
  support = personContext(rt, ["support"]);
  await report(key, [failure({ reference: "err_7c1f9a", tenant: "acme" })]);
});
afterAll(async () => {
  await rt.close();
  await database.drop();
});

const lookUp = (q: string, ctx = support) => lookUpReference(ctx, { q });

describe("by another identifier", () => {
  const trace_id = "4bf92f3577b34da6a3ce929d0e0e4736";
  const dashed = "4bf92f35-77b3-4da6-a3ce-929d0e0e4736";
  const named = {
    tenant: "acme",
    trace_id,
    run_id: "run-of-many",
    call_id: "call_77",
    idempotency_key: "refund/77",
  };

  beforeAll(async () => {
    await report(key, [
      failure({ ...named, reference: "err_1dent1", tool: "ask", effect: "unknown", occurred_at: ago(0.5) }),
      ...Array.from({ length: 60 }, (_, index) =>
        failure({
          reference: `err_many${1000 + index}`,
          run_id: "run-of-many",
          tenant: "acme",
          occurred_at: ago(1 + index / 100),
        }),
      ),
    ]);
  });

  it.each([
    ["trace_id", trace_id],
    ["trace_id", trace_id.toUpperCase()],
    ["trace_id", dashed],
    ["trace_id", `{${dashed.toUpperCase()}}`],
    ["trace_id", `the trace was ${dashed}.`],
    ["trace_id", `trace_id=${trace_id} span_id=00f067aa0ba902b7`],
    ["trace_id", JSON.stringify({ trace_id, span_id: "00f067aa0ba902b7" })],
    ["trace_id", `traceparent: 00-${trace_id}-00f067aa0ba902b7-01`],
    ["call_id", "the call was “call_77”."],
    ["idempotency_key", "refund/77"],
  ])("an event is found by its %s: %s", async (found_by, q) => {
    expect(await lookUp(q)).toMatchObject({
      answer: "found",
      matches: [{ reference: "err_1dent1", found_by, tool: "ask" }],
    });
  });

  it("a run gives its failures newest first, and says how many more there are", async () => {
    const { answer, matches, more } = await lookUp("run-of-many");
    expect(answer).toBe("several");
    expect(matches).toHaveLength(50);
    expect(more).toEqual({ matches: 11, at_least: false });
    expect(matches[0]).toMatchObject({ reference: "err_1dent1", found_by: "run_id" });
    expect(matches.map((one) => one.occurred_at)).toEqual(
      matches
        .map((one) => one.occurred_at)
        .toSorted()
        .toReversed(),
    );
  });

  it("a reference comes before any identifier", async () => {
    await report(key, [failure({ reference: "call_77x", call_id: "err_7c1f9a", tenant: "acme" })]);
    expect(await lookUp("err_7c1f9a")).toMatchObject({
      answer: "found",
      matches: [{ reference: "err_7c1f9a", found_by: "reference" }],
    });
  });

  it("a case gives its events, to those who may see the case", async () => {
    const { matches } = await lookUp("err_1dent1");
    const case_id = matches[0]?.case_id ?? "";
    const reconciler = personContext(rt, ["reconciler"]);
    expect(await lookUp(`case ${case_id}`, reconciler)).toMatchObject({
      answer: "found",
      matches: [{ reference: "err_1dent1", found_by: "case_id" }],
    });
    expect(await lookUp(case_id)).toMatchObject({ matches: [] });
    await database.sql`update cases set reporter_ids = array['person-1'] where case_id = ${case_id}`;
    expect(await lookUp(case_id)).toMatchObject({ answer: "found", matches: [{ found_by: "case_id" }] });
    const elsewhere = personContext(rt, ["reconciler"], { tenants: ["initech"] });
    for (const q of [case_id, trace_id, "run-of-many", "call_77", "refund/77"])
      expect(await lookUp(q, elsewhere), q).toMatchObject({ answer: "never", matches: [], more: null });
  });
});

describe("an identifier amid other words", () => {
  beforeAll(async () => {
    await report(key, [
      failure({ reference: "err_0ther1", call_id: "3", run_id: "session", tenant: "acme" }),
      failure({ reference: "err_0ther2", run_id: "run-2024-88f1", tenant: "acme" }),
    ]);
  });

  it("a plain or a short word is none", async () => {
    expect(await lookUp("it failed 3 times with err_7clf9a")).toMatchObject({
      answer: "suggestions",
      matches: [],
      suggestions: [{ reference: "err_7c1f9a" }],
    });
    expect(await lookUp("my session broke")).toMatchObject({ answer: "never", matches: [] });
    expect(await lookUp("run_id: session")).toMatchObject({ answer: "found" });
  });

  it("what nothing calls an identifier is listed, never opened", async () => {
    expect(await lookUp("it broke in run-2024-88f1 today, sadly")).toMatchObject({
      answer: "several",
      matches: [{ reference: "err_0ther2", found_by: "run_id" }],
    });
    expect(await lookUp("run_id=run-2024-88f1")).toMatchObject({ answer: "found" });
  });

  it("a case that the text names is none of its unknown references", async () => {
    const ctx = personContext(rt, ["reconciler", "support"]);
    const { case_id } = await openCase(ctx, {
      reason: "They were charged twice.",
      report: { tool: "issue_refund" },
    });
    for (const id of [case_id, case_id.toUpperCase()]) {
      const answer = await lookUp(`run_id: run-2024-88f1, case ${id} and err_zq9zq9`, ctx);
      expect(answer).toMatchObject({ unknown: ["err_zq9zq9"], cases: [{ case_id }] });
    }
  });

  it("never hides what is true of a reference in the same text", async () => {
    const body = JSON.stringify({ reference: "err_zq9zq9", run_id: "run-2024-88f1" });
    expect(await lookUp(body)).toMatchObject({
      answer: "several",
      matches: [{ reference: "err_0ther2", found_by: "run_id" }],
      unknown: ["err_zq9zq9"],
    });
  });
});

describe("two references, of which one is known", () => {
  it.each([
    ["err_7c1f9a and err_neverseen99", "several", "err_neverseen99"],
    ["err_7c1f9a, then err-0ther1", "several", "err-0ther1"],
  ])("%s: both are said", async (q, answer, unknown) => {
    expect(await lookUp(q)).toMatchObject({
      answer,
      matches: [{ reference: "err_7c1f9a" }],
      unknown: [unknown],
    });
  });

  it("a sentence around one opens it", async () => {
    for (const q of [
      "order 12345678 failed 2 times, it says err_7c1f9a",
      '{"error404":1,"reference":"err_7c1f9a"}',
    ])
      expect(await lookUp(q), q).toMatchObject({ answer: "found", unknown: [] });
  });
});

describe("by a case that no failure is known of", () => {
  const report = { tool: "issue_refund", tenant: "acme" };

  it("a case opened by hand is told of, beside what else the text names", async () => {
    const reconciler = personContext(rt, ["reconciler"]);
    const { case_id, opened_at } = await openCase(reconciler, { report, reason: "They were charged twice." });
    const named = {
      case_id,
      tool: "issue_refund",
      state: "open",
      opened_at,
      reference: null,
      may_open: true,
    };
    const answer = await lookUp(`see case ${case_id.toUpperCase()}.`, reconciler);
    expect(answer).toMatchObject({ answer: "case", matches: [], lag: null });
    expect(lookUpAnswer.parse(answer).cases).toEqual([named]);
    expect(await lookUp(`refund/77, case ${case_id}`, reconciler)).toMatchObject({
      matches: [{ reference: "err_1dent1" }],
      cases: [named],
    });
  });

  it("a reference of which nothing was reported leads to the cases that were opened for it by hand", async () => {
    const reference = "err_byhand1";
    expect(await lookUp(reference)).toMatchObject({ answer: "never", cases: [] });
    const { case_id } = await openCase(support, {
      report: { ...report, reference },
      reason: "They were charged for nothing.",
    });
    const named = { case_id, tool: "issue_refund", state: "open", reference };
    for (const [ctx, may_open] of [
      [support, true],
      [personContext(rt, ["reconciler"], { tenants: ["acme"] }), true],
      // Another of support reads the page of the reference, and is told what any failure's page tells of its case.
      [{ ...support, caller: { ...support.caller, id: "somebody-else" } }, false],
    ] as const) {
      const answer = await lookUp(reference, ctx);
      expect(answer).toMatchObject({ answer: "case", cases: [{ ...named, may_open }] });
      lookUpAnswer.parse(answer);
    }
    const elsewhere = personContext(rt, ["reconciler"], { tenants: ["initech"] });
    expect(await lookUp(reference, elsewhere)).toMatchObject({ answer: "never", cases: [] });
    expect(await lookUp(`${reference} and err_1dent1`)).toMatchObject({ unknown: [], cases: [named] });
  });

  it("of a case whose failure is known there is that failure only", async () => {
    const reconciler = personContext(rt, ["reconciler"]);
    const { matches } = await lookUp("err_1dent1", reconciler);
    const case_id = matches[0]?.case_id ?? "";
    expect(await lookUp(case_id, reconciler)).toMatchObject({ answer: "found", cases: [] });
  });

  it("who may not see it learns nothing: others of support, and those who are confined elsewhere", async () => {
    const { case_id } = await openCase(support, { report, reason: "They were charged three times." });
    expect(await lookUp(case_id)).toMatchObject({ answer: "case", cases: [{ case_id }] });
    const blind = { ...support.caller, id: "somebody-else" };
    const elsewhere = personContext(rt, ["reconciler"], { tenants: ["initech"] });
    const unknown = crypto.randomUUID();
    const apart = ({ looked_for: _, ...rest }: Awaited<ReturnType<typeof lookUp>>) => rest;
    for (const ctx of [{ ...support, caller: blind }, elsewhere]) {
      expect(await lookUp(case_id, ctx)).toMatchObject({ answer: "never", cases: [] });
      expect(apart(await lookUp(case_id, ctx))).toEqual(apart(await lookUp(unknown, ctx)));
    }
    const acme = personContext(rt, ["reconciler"], { tenants: ["acme"] });
    expect(await lookUp(case_id, acme)).toMatchObject({ answer: "case", cases: [{ case_id }] });
  });
});
