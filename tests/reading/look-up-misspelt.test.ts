import { afterAll, beforeAll, expect, it } from "vitest";
import type { Runtime, ServiceContext } from "@/lib/services/context";
import { lookUpReference } from "@/lib/services/references/look-up-reference";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";
import { failure, personContext, report } from "./failures";

let database: TestDatabase;
let rt: Runtime;
let support: ServiceContext;

beforeAll(async () => {
  database = await createTestDatabase();
  rt = openTestRuntime(database);
  support = personContext(rt, ["support"]);
  const named = { call_id: "call_9182ab", run_id: "run-1122aa", idempotency_key: "Refund-42" };
  await report(await keyContext(rt), [
    failure({ reference: "err_7c1f9a", tenant: "acme" }),
    failure({ reference: "err_7c1f9b" }),
    failure({ reference: "err_1234" }),
    failure({ reference: "err_7d1" }),
    failure({ reference: "4711" }),
    failure({ reference: "INC0012345" }),
    failure({ reference: "8f14e45f", ...named }),
  ]);
});
afterAll(async () => {
  await rt.close();
  await database.drop();
});

const lookUp = (q: string) => lookUpReference(support, { q });

it.each([
  ["I got err_7c1f9\nB. Smith", "err_7c1f9b"],
  ["code err_7c1f9\nb was blue", "err_7c1f9b"],
  ["see err_7c1f9\na thanks to all", "err_7c1f9a"],
  ["err_12\n34 times I tried", "err_1234"],
  ["err_7c1f9 a", "err_7c1f9a"],
  ["INC12345", "INC0012345"],
  ["e r r _ 7 c 1 f 9 a", "err_7c1f9a"],
  ["err_7c1", expect.stringMatching(/^err_7c1f9[ab]$/)],
])("%j is suggested, not opened", async (q, reference) => {
  const { answer, matches, suggestions } = await lookUp(q);
  expect([answer, matches]).toEqual(["suggestions", []]);
  expect(suggestions[0]).toMatchObject({ reference });
});

it.each(["CALL_9182AB", "RUN-1122AA", "refund-42", "run 1122aa", "the RUN-1122AA broke, sadly"])(
  "an identifier in other case or with other separators is listed, not opened: %s",
  async (q) => {
    expect(await lookUp(q)).toMatchObject({ answer: "several", matches: [{ reference: "8f14e45f" }] });
  },
);

it("the figures of a phone number are no reference by themselves", async () => {
  expect((await lookUp("+49 4711 123")).matches).toEqual([]);
  expect(await lookUp("reference err_7c1f9a\n\nAnn, phone +49 151 4711")).toMatchObject({
    answer: "found",
    matches: [{ reference: "err_7c1f9a" }],
  });
  for (const q of ["4711", "my order 4711", "reference 4711, phone +49 151 4711"])
    expect(await lookUp(q), q).toMatchObject({ answer: "found", matches: [{ reference: "4711" }] });
});
