import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { GET as listEvents } from "@/app/api/v1/events/route";
import { checkReference } from "@/domain/reference";
import { call } from "../access/world";
import { openQuarantineWorld, type QuarantineWorld } from "./world";

/* What came as a report of an MCP result and could not be read is mended, and then read as what it was. */

let world: QuarantineWorld;
beforeAll(async () => {
  world = await openQuarantineWorld();
});
afterAll(() => world.close());

async function refuse(report: object): Promise<number> {
  const answer = await world.send("mcp", { occurred_at: new Date().toISOString(), ...report });
  expect(answer).toMatchObject({ rejected: 1 });
  const { sql } = world.database;
  const [row] = await sql<{ id: number }[]>`select max(quarantine_id)::int as id from quarantine`;
  return row?.id ?? 0;
}

async function eventsOf(tool: string): Promise<Record<string, unknown>[]> {
  const response = await call(listEvents, { key: world.bootstrapKey, query: `?tool=${tool}` });
  return ((await response.json()) as { items: Record<string, unknown>[] }).items;
}

const body = { code: "gateway_timeout", message: "The gateway did not answer.", effect: "unknown" };

it("a flag written as text: the failure is read from the result, with the server's name, and keeps its case", async () => {
  const [event_id, idempotency_key] = [randomUUID(), randomUUID()];
  const result = { isError: "true", structuredContent: { ...body, class: "transient" } };
  const place = { tool: "refund_payment", server: "shop", id: 7, run_id: "run_1", event_id, idempotency_key };
  const id = await refuse({ ...place, result });
  const cast = [{ op: "cast", path: "result.isError", to: "boolean" } as const];
  expect(await world.replay({ ids: [id] }, cast)).toMatchObject({ accepted: 1 });
  expect(await eventsOf("refund_payment")).toMatchObject([
    {
      ...{ tool: "refund_payment", service: "shop", code: body.code, call_id: "7", run_id: "run_1" },
      ...{ message: body.message, attributes: { mcp_server: "shop" } },
    },
  ]);
  const { sql } = world.database;
  expect(await sql`select state, flags, attempt_count from cases`).toEqual([
    { state: "open", flags: [], attempt_count: 2 },
  ]);
});

it("an error that was a sentence gets a reference, and what a person sets beside it counts before it", async () => {
  const id = await refuse({ tool: "find_order", error: "timed out" });
  const mapping = [
    { op: "move", from: "error", path: "text", when: "missing" },
    { op: "move", from: "text", path: "error.message", when: "missing" },
    { op: "set", path: "code", value: "order_store_slow", when: "always" },
  ] as const;
  expect(await world.replay({ ids: [id] }, [...mapping])).toMatchObject({ accepted: 1 });
  const [event] = await eventsOf("find_order");
  expect(event).toMatchObject({ code: "order_store_slow", message: "timed out" });
  expect(checkReference(String(event?.reference))).toBe("valid");
});

it("one that has no result at all may be mended into an event", async () => {
  const id = await refuse({ tool: "lost_result" });
  const mapping = Object.entries({
    code: "lost",
    class: "system",
    reference: "err_7c1f9a",
    message: "Lost.",
  });
  const steps = mapping.map(([path, value]) => ({
    op: "set" as const,
    path,
    value,
    when: "missing" as const,
  }));
  expect(await world.replay({ ids: [id] }, [])).toMatchObject({ rejected: 1 });
  expect(await world.replay({ ids: [id] }, steps)).toMatchObject({ accepted: 1 });
});
