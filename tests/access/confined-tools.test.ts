import { afterAll, beforeAll, expect, it } from "vitest";
import type { Runtime } from "@/lib/services/context";
import { listTools } from "@/lib/services/tools/list-tools";
import { putTool } from "@/lib/services/tools/put-tool";
import { failure, personContext, report } from "../reading/failures";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";

let database: TestDatabase;
let rt: Runtime;

beforeAll(async () => {
  database = await createTestDatabase();
  rt = openTestRuntime(database);
  await report(await keyContext(rt), [
    failure({ tool: "refund_a", tenant: "acme" }),
    failure({ tool: "refund_b", tenant: "globex" }),
  ]);
});
afterAll(async () => {
  await rt.close();
  await database.drop();
});

it("a tool is in the registry from its first failure on", async () => {
  const { items } = await listTools(personContext(rt, ["engineer"]));
  expect(items.map(({ tool }) => tool)).toEqual(["refund_a", "refund_b"]);
});

it("who is confined sees the tools that failed in their part, and no others", async () => {
  const { items } = await listTools(personContext(rt, ["engineer"], { tenants: ["acme"] }));
  expect(items.map(({ tool }) => tool)).toEqual(["refund_a"]);
});

it.each(["engineer", "admin"] as const)(
  "a confined %s does not change rules that hold in every tenant",
  async (role) => {
    const confined = personContext(rt, [role], { tenants: ["acme"] });
    await expect(putTool(confined, { tool: "refund_b", in_flight_seconds: 1 })).rejects.toMatchObject({
      code: "forbidden",
    });
    const pinned = await keyContext(rt, { source: "pinned", pins: { tenant: "acme" } });
    await expect(putTool(pinned, { tool: "refund_b", in_flight_seconds: 1 })).rejects.toMatchObject({
      code: "forbidden",
    });
  },
);
