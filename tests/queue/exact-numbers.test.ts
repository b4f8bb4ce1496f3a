import { afterAll, beforeAll, expect, test } from "vitest";
import { POST as claim } from "@/app/api/v1/cases/[case_id]/claim/route";
import { GET as readOne } from "@/app/api/v1/cases/[case_id]/route";
import { POST as settle } from "@/app/api/v1/cases/[case_id]/verdict/route";
import { POST as next } from "@/app/api/v1/cases/next/route";
import { POST as open } from "@/app/api/v1/cases/route";
import { POST as report } from "@/app/api/v1/events/route";
import { call, openWorld, type World } from "../access/world";
import { failure } from "../reading/failures";

const EXACT = '"received":9007199254740993';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const textOf = async (response: Promise<Response>) => (await response).text();

/** Reports a failure with an integer that no double holds. */
async function reportBig(parts: Record<string, unknown>) {
  const event = failure({ tool: "refund", received: "BIG", ...parts });
  const body = JSON.stringify(event).replace('"BIG"', "9007199254740993");
  expect((await call(report, { key: world.bootstrapKey, body })).status).toBe(200);
  return event;
}

test("a case keeps big integers of its events digit for digit, in every answer", async () => {
  const key = world.bootstrapKey;
  await reportBig({ effect: "unknown" });
  const taken = await textOf(call(next, { key, method: "POST" }));
  const params = { case_id: (JSON.parse(taken) as { case_id: string }).case_id };
  const evidence = [{ kind: "provider", external_id: "re_1", observed_at: new Date().toISOString() }];
  const answers = [
    taken,
    await textOf(call(readOne, { key, params })),
    await textOf(call(claim, { key, params, method: "POST" })),
    await textOf(call(settle, { key, params, body: { verdict: "committed", evidence } })),
  ];
  for (const answer of answers) expect(answer).toContain(EXACT);
});

test("so does a case opened by hand from an event", async () => {
  const { reference, event_id } = await reportBig({ effect: null });
  const body = { reason: "charged twice", reference, event_id };
  expect(await textOf(call(open, { key: world.bootstrapKey, body }))).toContain(EXACT);
});
