import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Runtime, ServiceContext } from "@/lib/services/context";
import { lookUpReference } from "@/lib/services/references/look-up-reference";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";
import { failure, personContext, report } from "./failures";

const QUIET = ["req_01hq7z", "INC0042917", "tkt-77f0a2", "ошибка-4217", "zz.9041k"];
const BUSY = 700;

let database: TestDatabase;
let rt: Runtime;
let support: ServiceContext;

beforeAll(async () => {
  database = await createTestDatabase();
  rt = openTestRuntime(database);
  const key = await keyContext(rt);
  support = personContext(rt, ["support"]);
  const at = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
  await report(key, [
    ...QUIET.map((reference) => failure({ reference, tool: "file_ticket", occurred_at: at(80_000) })),
    // One that sends its references without any prefix, and one that reports all the time.
    ...Array.from({ length: 50 }, (_, n) =>
      failure({ reference: `${(n * 99_991 + 0xa00000).toString(16)}` }),
    ),
    ...Array.from({ length: BUSY }, (_, n) =>
      failure({ reference: `evt_${(n * 7_919 + 1_000_000).toString(36)}`, occurred_at: at(n) }),
    ),
  ]);
});
afterAll(async () => {
  await rt.close();
  await database.drop();
});

describe("a prefix that was left away", () => {
  it.each(QUIET)(
    "of %s is known, though its producer's last report is older than those of others",
    async (reference) => {
      const bare = reference.replace(/^(?:\p{L}+[-_.]|INC)/u, "");
      const { answer, suggestions } = await lookUpReference(support, { q: `The app only said ${bare}` });
      expect({ answer, first: suggestions[0]?.reference }).toEqual({
        answer: "suggestions",
        first: reference,
      });
    },
  );
});
