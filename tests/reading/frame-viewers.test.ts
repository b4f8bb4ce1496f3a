import { afterAll, beforeAll, expect, it } from "vitest";
import type { Role } from "@/domain/permissions";
import type { Runtime, ServiceContext } from "@/lib/services/context";
import { attachFrames } from "@/lib/services/frames/attach-frames";
import { readFrames } from "@/lib/services/frames/read-frames";
import { readReport } from "@/lib/services/references/read-report";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";
import { failure, personContext, report } from "./failures";

/* The report names who looked at frames, to those who may look as well. */

let database: TestDatabase;
let rt: Runtime;
let key: ServiceContext;

const reference = "err_refund";
const event_id = crypto.randomUUID();

beforeAll(async () => {
  database = await createTestDatabase();
  rt = openTestRuntime(database);
  key = await keyContext(rt);
  await report(key, [failure({ reference, event_id, tenant: "acme" })]);
  const item = { reference, event_id, tenant: "acme", raw: "Error: x", arguments: { order: 9 } };
  await attachFrames(key, { items: [{ item, unreadable: null, sanitized: false }] });
});
afterAll(async () => {
  await rt.close();
  await database.drop();
});

const as = (roles: readonly Role[], name: string, tenants?: string[]) => {
  const ctx = personContext(rt, roles, tenants === undefined ? {} : { tenants });
  return { ...ctx, caller: { ...ctx.caller, id: name.toLowerCase(), name } };
};
const viewers = async (ctx: ServiceContext) => (await readReport(ctx, { reference })).frames.seen_by;
const seenBy = async (ctx: ServiceContext) =>
  (await viewers(ctx)).map(({ name, times, view }) => [name, times, view]);

it("is told to those who may look, the last first, and to nobody else", async () => {
  const ana = as(["engineer"], "Ana");
  for (const chosen of [undefined, event_id.toUpperCase()])
    await readFrames(ana, { reference, event_id: chosen });
  await readFrames(as(["reconciler"], "Rita"), { reference });
  const seen = [
    ["Rita", 1, "arguments"],
    ["Ana", 2, "full"],
  ];
  expect(await seenBy(ana)).toEqual(seen);
  expect(await seenBy(as(["engineer"], "Eve", ["acme"]))).toEqual(seen);
  for (const roles of [["support"], ["reconciler"]] as const)
    expect(await seenBy(as(roles, "Sam"))).toEqual([]);
});

it("is of this failure, and of no other with the same reference", async () => {
  await database.sql`insert into audit (actor_kind, actor_id, actor_name, action, subject_kind, subject_id, details)
    values ('person', 'else', 'Else', 'frames.read', 'reference', 'err_refund',
      ${JSON.stringify({ view: "full", event_id: crypto.randomUUID() })}::text::jsonb)`;
  expect((await seenBy(as(["engineer"], "Ana"))).map(([name]) => name)).toEqual(["Rita", "Ana"]);
});

it("stays within the reader's confinement, but for what they did themselves", async () => {
  await database.sql`insert into audit
    (actor_kind, actor_id, actor_name, action, subject_kind, subject_id, tenant, details)
    select 'person', lower(name), name, 'frames.read', 'reference', 'err_refund', 'globex', '{"view": "full"}'
    from unnest(array['Gus', 'Ana']) as name`;
  expect(await seenBy(as(["engineer"], "Eve", ["acme"]))).toEqual([
    ["Rita", 1, "arguments"],
    ["Ana", 2, "full"],
  ]);
  expect((await seenBy(as(["engineer"], "Ana", ["acme"])))[0]).toEqual(["Ana", 3, "full"]);
});

it("names keys too: whoever reads by one is audited as people are", async () => {
  await readFrames(key, { reference });
  const [last] = await viewers(as(["admin"], "Ada"));
  expect(last).toMatchObject({ kind: "key", name: key.caller.name, view: "full", times: 1 });
});
