import { afterAll, beforeAll, expect, test } from "vitest";
import { POST as claim } from "@/app/api/v1/cases/[case_id]/claim/route";
import { POST as reopen } from "@/app/api/v1/cases/[case_id]/reopening/route";
import { GET as readOne } from "@/app/api/v1/cases/[case_id]/route";
import { POST as settle } from "@/app/api/v1/cases/[case_id]/verdict/route";
import { POST as next } from "@/app/api/v1/cases/next/route";
import { POST as open } from "@/app/api/v1/cases/route";
import { POST as report } from "@/app/api/v1/events/route";
import { listCases } from "@/lib/services/cases/list-cases";
import { openCase } from "@/lib/services/cases/open-case";
import { readCase } from "@/lib/services/cases/read-case";
import { call, makeKey, makePerson, openWorld, type World } from "../access/world";
import { failure, personContext } from "../reading/failures";

const SECRET = "argument-of-the-inside";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** An unknown effect with arguments, on its way into the queue. */
async function reportUnknown() {
  const event = failure({ tool: "refund", effect: "unknown", attributes: { card: SECRET } });
  const response = await call(report, { key: world.bootstrapKey, body: event });
  expect(response.status).toBe(200);
  const { reference, event_id, occurred_at } = event;
  return { reason: "charged twice", reference, event_id, occurred_at };
}

const textOf = async (response: Promise<Response>) => {
  const { status, text } = await response.then(async (one) => ({
    status: one.status,
    text: await one.text(),
  }));
  expect(status).toBe(200);
  return text;
};
const idIn = (text: string) => (JSON.parse(text) as { case_id: string }).case_id;

test("support opens a case from an event and sees no arguments, where a reconciler sees them", async () => {
  const { cookie } = await makePerson(world, { roles: ["support"] });
  const body = await reportUnknown();
  const opened = await textOf(call(open, { cookie, body }));
  expect(opened).toContain(body.reference);
  expect(opened).not.toContain(SECRET);
  const params = { case_id: idIn(opened) };
  const read = await textOf(call(readOne, { cookie, params }));
  expect(read).toContain(body.reference);
  expect(read).not.toContain(SECRET);
  const reconciler = await makePerson(world, { roles: ["reconciler"] });
  expect(await textOf(call(readOne, { cookie: reconciler.cookie, params }))).toContain(SECRET);
});

test("a key with only the scope cases works a case and sees no arguments in any answer", async () => {
  const key = await makeKey(world, ["cases"]);
  await reportUnknown();
  const taken = await textOf(call(next, { key, method: "POST" }));
  const params = { case_id: idIn(taken) };
  const evidence = [{ kind: "provider", external_id: "re_1", observed_at: new Date().toISOString() }];
  const answers = [
    taken,
    await textOf(call(claim, { key, params, method: "POST" })),
    await textOf(call(settle, { key, params, body: { verdict: "committed", evidence } })),
    await textOf(call(reopen, { key, params, body: { reason: "look again" } })),
    await textOf(call(readOne, { key, params })),
  ];
  for (const answer of answers) expect(answer).not.toContain(SECRET);
  const full = await makeKey(world, ["cases", "frames"]);
  expect(await textOf(call(readOne, { key: full, params }))).toContain(SECRET);
});

test("whoever lost their roles sees no case any more, not even their own", async () => {
  const support = personContext(world.rt, ["support"]);
  const { case_id } = await openCase(support, { reason: "charged twice", report: { tool: "refund" } });
  expect((await listCases(support, { limit: 50 })).items).toHaveLength(1);
  const nobody = personContext(world.rt, []);
  expect(nobody.caller.id).toBe(support.caller.id);
  const { items, counts } = await listCases(nobody, { limit: 50 });
  expect(items).toEqual([]);
  expect(counts.open).toBe(0);
  await expect(readCase(nobody, { case_id })).rejects.toMatchObject({ code: "case_not_found" });
});
