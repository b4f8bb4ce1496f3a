// over 250 lines because one world of failures tells the whole of a report.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Runtime, ServiceContext } from "@/lib/services/context";
import { recordEvents } from "@/lib/services/events/record-events";
import { attachFrames } from "@/lib/services/frames/attach-frames";
import { lookUpReference } from "@/lib/services/references/look-up-reference";
import { readReport } from "@/lib/services/references/read-report";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";
import { failure, personContext, report } from "./failures";

let database: TestDatabase;
let rt: Runtime;
let key: ServiceContext;
let support: ServiceContext;

const MINUTE = 60_000;
const START = Math.floor(Date.now() / MINUTE) * MINUTE - 3 * 3_600_000;
const at = (minutes: number) => new Date(START + minutes * MINUTE).toISOString();
const refund = {
  tool: "issue_refund",
  tenant: "acme",
  service: "billing",
  run_id: "run-7",
  idempotency_key: "refund-7",
  code: "GATEWAY_TIMEOUT",
  class: "reliability",
};

const landed = { tool: "pay", run_id: "run-9", idempotency_key: "pay-9", tenant: "acme" };

beforeAll(async () => {
  database = await createTestDatabase();
  rt = openTestRuntime(database);
  key = await keyContext(rt);
  support = personContext(rt, ["support"]);
  await report(key, [
    failure({
      ...refund,
      reference: "err_refund",
      attempt: 1,
      turn: 4,
      effect: "UNKNOWN",
      occurred_at: at(1),
    }),
    failure({
      ...refund,
      reference: "err_refund",
      attempt: 2,
      turn: 5,
      effect: "absent",
      occurred_at: at(2),
      message: "The gateway did not answer.",
      user_message: "Your refund did not go through",
      received: { amount: 12 },
      attributes: { "gen_ai.tool.call.arguments": "secret-argument" },
    }),
    failure({
      tool: "send_email",
      tenant: "acme",
      run_id: "run-7",
      turn: 2,
      reference: "err_before",
      occurred_at: at(0),
    }),
    failure({
      tool: "send_email",
      tenant: "globex",
      run_id: "run-7",
      turn: 3,
      reference: "err_other",
      occurred_at: at(0),
    }),
    ...Array.from({ length: 4 }, (_, index) =>
      failure({
        code: "gateway_timeout",
        tenant: "globex",
        run_id: `run-${20 + index}`,
        occurred_at: at(5 * index),
      }),
    ),
    failure({ reference: "err_shared", tenant: "acme", occurred_at: at(1) }),
    failure({ reference: "err_shared", tenant: "globex", occurred_at: at(2) }),
  ]);
  await attachFrames(key, {
    items: [
      {
        item: {
          reference: "err_refund",
          tenant: "acme",
          captured_at: at(2),
          raw: "Trace of secret-frame",
          arguments: { card: "secret-argument" },
        },
        unreadable: null,
        sanitized: false,
      },
    ],
  });
});
afterAll(async () => {
  await rt.close();
  await database.drop();
});

const read = (reference: string, event_id?: string, ctx = support) =>
  readReport(ctx, { reference, event_id });

describe("the report", () => {
  it("is about all attempts of the run, the last one telling what the model got", async () => {
    const found = await read("err_refund");
    expect(found).toMatchObject({ answer: "found", check: "unchecked", matches: [{ attempts: 2 }] });
    expect(found.events.map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect(found.model_body).toEqual({
      error: "GATEWAY_TIMEOUT",
      class: "reliability",
      message: "The gateway did not answer.",
      received: { amount: 12 },
      effect: "absent",
      idempotency_key: "refund-7",
      reference: "err_refund",
    });
  });

  it("lets the open case speak before the absent of one attempt", async () => {
    const found = await read("err_refund");
    expect(found.case).toMatchObject({ state: "open", verdict: null, settled_at: null });
    expect(found.say_to_user?.sentence).toBe(
      "At the time you were told: “Your refund did not go through.” It is not certain yet whether it took effect; it waits for a person to check. (Reference err_refund.)",
    );
    expect(found.say_to_user?.do_not).toContain("do not start it again");
  });

  it("says it in the installation's own words where it has some", async () => {
    const wording = { sentence: "{tool}: {reference}", promise: "Patience.", do_not: "Wait." };
    const own = personContext(rt, ["support"], {}, { wordings: { transient: { open: wording } } });
    expect((await read("err_refund", undefined, own)).say_to_user).toEqual({
      ...{ sentence: "issue_refund: err_refund", promise: "Patience.", do_not: "Wait.", standing: "open" },
    });
  });

  it("lets an attempt that landed speak before a later one that did not", async () => {
    await report(key, [
      failure({ ...landed, reference: "err_landed", effect: "committed", occurred_at: at(1) }),
      failure({ ...landed, reference: "err_repeat", effect: "absent", occurred_at: at(2) }),
      failure({ ...landed, reference: "err_mail", effect: "absent", tool: "send_email", occurred_at: at(3) }),
    ]);
    expect((await read("err_repeat")).say_to_user?.standing).toBe("committed");
    expect((await read("err_mail")).say_to_user?.standing).toBe("absent");
  });

  it("lets an attempt speak that landed in another run, of the same intent only", async () => {
    const within = { tenant: "acme", service: "shop", environment: "production" };
    const charge = { ...within, tool: "charge", idempotency_key: "charge-7" };
    await report(key, [
      failure({ ...charge, reference: "err_ra", run_id: "ra", effect: "committed", occurred_at: at(1) }),
      failure({ ...charge, reference: "err_rb", run_id: "rb", effect: "absent", occurred_at: at(2) }),
      failure({ ...charge, reference: "err_rc", effect: "absent", occurred_at: at(3) }),
      failure({ ...charge, reference: "err_rd", tenant: "globex", effect: "absent", occurred_at: at(4) }),
      failure({ ...charge, reference: "err_re", service: "desk", effect: "absent", occurred_at: at(5) }),
      failure({ ...charge, reference: "err_rf", environment: "test", effect: "absent", occurred_at: at(6) }),
      failure({ ...charge, reference: "err_rg", tool: "mail", effect: "absent", occurred_at: at(7) }),
    ]);
    const of = async (reference: string) => (await read(reference)).say_to_user?.standing;
    expect([await of("err_rb"), await of("err_rc")]).toEqual(["committed", "committed"]);
    for (const other of ["err_rd", "err_re", "err_rf", "err_rg"]) expect(await of(other)).toBe("absent");
    const { other_attempts } = await read("err_rb");
    expect(other_attempts.map(({ reference, run_id }) => [reference, run_id])).toEqual([
      ["err_rc", null],
      ["err_ra", "ra"],
    ]);
  });

  it("takes a key whose life is over for another intent", async () => {
    const old = { tool: "charge", tenant: "acme", idempotency_key: "charge-old" };
    const day = -24 * 60;
    await report(key, [
      failure({ ...old, reference: "err_old", effect: "committed", occurred_at: at(day - 10) }),
      failure({ ...old, reference: "err_new", effect: "absent", occurred_at: at(1) }),
    ]);
    expect(await read("err_new")).toMatchObject({ say_to_user: { standing: "absent" }, other_attempts: [] });
  });

  it("shows what the contract would have wanted in the body", async () => {
    const { better_body, model_body } = await read("err_refund");
    expect(better_body?.missing.map(({ field }) => field)).toEqual(["retry_after"]);
    expect(better_body?.body).toEqual({ ...model_body, retry_after: 30 });
    expect((await read("err_before")).better_body?.missing.map(({ field }) => field)).toContain("field");
  });

  it("does not repeat in the better body what leaked into the one that was sent", async () => {
    const trace =
      'Traceback (most recent call last):\n  File "/srv/app/pay.py", line 42, in pay\n    x()\nValueError: no';
    await report(key, [
      failure({
        reference: "err_leaky",
        message: trace,
        hint: `ask ${trace}`,
        received: { file: "/srv/data/a.csv" },
      }),
    ]);
    const engineer = personContext(rt, ["engineer"]);
    const { better_body } = await read("err_leaky", undefined, engineer);
    expect(better_body?.missing.map(({ field }) => field)).toContain("message");
    expect(JSON.stringify(better_body)).not.toMatch(/Traceback|pay\.py/);
    expect(better_body?.body.received).toEqual({ file: "/srv/data/a.csv" });
  });

  it("shows the run turn by turn within its tenant, with the attempts of the same intent", async () => {
    const { run } = await read("err_refund");
    expect(
      run.map(({ reference, turn, is_this, same_intent }) => [reference, turn, is_this, same_intent]),
    ).toEqual([
      ["err_before", 2, false, false],
      ["err_refund", 4, true, true],
      ["err_refund", 5, true, true],
    ]);
  });

  it("holds the failure itself and its neighbours, however long the run is", async () => {
    const long = { tenant: "acme", run_id: "run-long", code: "long_run" };
    const items = Array.from({ length: 2_100 }, (_, n) =>
      failure({
        ...long,
        reference: `err_long${n}`,
        turn: n,
        occurred_at: new Date(START - n * 1_000).toISOString(),
      }),
    );
    await report(key, items);
    for (const n of [0, 1_050, 2_099]) {
      const { run } = await read(`err_long${n}`);
      expect(run).toHaveLength(50);
      expect(run.find(({ is_this }) => is_this)?.reference).toBe(`err_long${n}`);
      expect(run.every(({ turn }) => Math.abs((turn ?? 0) - n) <= 50)).toBe(true);
    }
  });

  it("says whether it was one user or everybody, within what the caller may see", async () => {
    const { rate_around } = await read("err_refund");
    expect(rate_around).toMatchObject({ code: "gateway_timeout", failures: 6, runs: 5, tenants: 2 });
    expect(rate_around?.points).toHaveLength(12);
    expect(rate_around?.points.reduce((sum, [, failures]) => sum + failures, 0)).toBe(6);
    const confined = await read(
      "err_refund",
      undefined,
      personContext(rt, ["support"], { tenants: ["acme"] }),
    );
    expect(confined.rate_around).toMatchObject({ failures: 2, tenants: 1 });
  });

  it("holds no frame and no argument for support, only that frames exist", async () => {
    const found = await read("err_refund");
    expect(found.frames).toEqual({ recorded: 1, visible: false, seen_by: [], refused: [] });
    expect(JSON.stringify(found)).not.toMatch(/secret-|Trace of/);
    const engineer = await read("err_refund", undefined, personContext(rt, ["engineer"]));
    expect(engineer.frames).toEqual({ recorded: 1, visible: true, seen_by: [], refused: [] });
    expect(engineer.events[1]?.attributes).toBeDefined();
    expect(JSON.stringify(engineer)).not.toContain("Trace of");
  });

  it("tells that frames of it were refused at the door and why, what they held to nobody, its words to engineers", async () => {
    const about = { reference: "err_before", captured_at: "yesterday", raw: "Trace of secret-frame" };
    const sent = [about, { ...about, tool: "send_email", tenant: "acme" }, { ...about, tenant: "globex" }];
    const items = sent.map((item) => ({ item, unreadable: null, sanitized: false }));
    expect(await attachFrames(key, { items })).toMatchObject({ rejected: 3 });
    const { frames } = await read("err_before", undefined, personContext(rt, ["engineer"]));
    expect(frames).toMatchObject({ recorded: 0, visible: true });
    const refusal = { reason: "invalid_captured_at", received_at: expect.stringMatching(/Z$/) };
    const detail = expect.stringContaining("captured_at");
    expect(frames.refused).toEqual([
      { ...refusal, detail },
      { ...refusal, detail },
    ]);
    const asSupport = await read("err_before");
    expect(asSupport.frames.refused).toEqual(Array(2).fill({ ...refusal, detail: null }));
    expect(JSON.stringify(asSupport)).not.toContain("secret-");
    await database.sql`update quarantine set state = 'replayed', decided_at = now(), decided_by = 'Eve', decided_by_id = 'eve'`;
    expect((await read("err_before")).frames.refused).toEqual([]);
  });

  it("tells who may open the case's page: the queue's readers, and who opened it", async () => {
    expect(await read("err_refund")).toMatchObject({ case_visible: false, case_reported: false });
    expect((await read("err_refund", undefined, personContext(rt, ["reconciler"]))).case_visible).toBe(true);
    await database.sql`update cases set reporter_ids = array['person-1']`;
    expect(await read("err_refund")).toMatchObject({ case_visible: true, case_reported: true });
  });
});

describe("a reference that several failures share", () => {
  it("is a chooser until an event is named", async () => {
    const several = await read("err_shared");
    expect(several).toMatchObject({ answer: "several", events: [], say_to_user: null, case: null });
    expect(several.matches.map(({ tenant }) => tenant)).toEqual(["globex", "acme"]);
    const id = several.matches[1]?.event_id ?? "";
    const chosen = await read("err_shared", id.toUpperCase());
    expect(chosen.events.map(({ event_id }) => event_id)).toEqual([id]);
    await expect(read("err_shared", crypto.randomUUID())).rejects.toMatchObject({
      code: "event_not_found",
      field: "event_id",
      permitted: several.matches.map(({ event_id }) => event_id),
    });
  });

  it("is a chooser where its older events are not read, and every one of them can be asked for", async () => {
    const tenant = "acme";
    const old = [
      failure({ reference: "err_busy", tenant: "globex", run_id: "run-old", occurred_at: at(-3) }),
      failure({ reference: "err_busy", tenant: "globex", run_id: "run-old", occurred_at: at(-2) }),
    ];
    const busy = Array.from({ length: 200 }, () =>
      failure({ reference: "err_busy", tenant, run_id: "run-busy", occurred_at: at(1) }),
    );
    await report(key, [...old, ...busy]);
    const several = await read("err_busy");
    expect(several).toMatchObject({ answer: "several", more: { at_least: true }, events: [] });
    expect(several.matches).toHaveLength(1);
    const looked = await lookUpReference(support, { q: "err_busy" });
    expect(looked).toMatchObject({ answer: "several", more: { at_least: true } });
    const chosen = await read("err_busy", String(old[0]?.event_id));
    expect(chosen.events.map(({ event_id }) => event_id)).toEqual(old.map(({ event_id }) => event_id));
    const confined = personContext(rt, ["support"], { tenants: [tenant] });
    await expect(read("err_busy", String(old[0]?.event_id), confined)).rejects.toMatchObject({
      code: "event_not_found",
    });
  });
});

describe("what is not there", () => {
  it("is told apart: rejected and never; outside the confinement it is never", async () => {
    const item = failure({ reference: "err_refused", turn: -1, tenant: "acme" });
    await recordEvents(key, { items: [{ item, unreadable: null, sanitized: false }] });
    const missing = (reference: string, ctx = support) =>
      read(reference, undefined, ctx).catch((error: { code: string; details: { answer: string } }) => ({
        code: error.code,
        answer: error.details.answer,
      }));
    const code = "reference_not_found";
    expect(await missing("err_refused")).toEqual({ code, answer: "rejected" });
    expect(await missing("err_nothing")).toEqual({ code, answer: "never" });
    expect(await missing("err_\0")).toEqual({ code, answer: "never" });
    const elsewhere = personContext(rt, ["support"], { tenants: ["initech"] });
    for (const reference of ["err_refund", "err_refused", "err_shared"])
      expect(await missing(reference, elsewhere)).toEqual({ code, answer: "never" });
  });
});
