import { afterAll, beforeAll, expect, it } from "vitest";
import { GET as readAudit } from "@/app/api/v1/audit/route";
import { PUT as changeSettings, GET as readSettings } from "@/app/api/v1/settings/route";
import { call, makeFirstAdmin, makePerson, openWorld, type World } from "./world";

/* What support says is worded by an admin, refused where it could do harm, and audited. */

let world: World;
let admin: string;

beforeAll(async () => {
  world = await openWorld();
  admin = await makeFirstAdmin(world);
});
afterAll(() => world.close());

const wording = { sentence: "Sorry: {reference}", promise: "We look into it.", do_not: "Wait." };
const put = (cookie: string, wordings: object) =>
  call(changeSettings, { method: "PUT", cookie, body: { wordings } });
const stored = async () => (await (await call(readSettings, { cookie: admin })).json()).wordings;

it("is stored and audited by the cell, and goes back to the default when it is left out", async () => {
  const wordings = { any: { open: wording }, transient: { unknown: wording } };
  expect((await put(admin, wordings)).status).toBe(200);
  expect(await stored()).toEqual(wordings);
  const { items } = await (
    await call(readAudit, { cookie: admin, query: "?action=settings.changed" })
  ).json();
  expect(items[0].details).toEqual({ wordings });
  await put(admin, {});
  expect(await stored()).toEqual({});
});

it.each([
  [{ sentence: "Sorry." }, "wordings.transient.unknown.sentence", /must contain \{reference\}/],
  [{ sentence: "{referense}" }, "wordings.transient.unknown.sentence", /placeholder \{referense\}/],
  [
    { promise: "{what_next}" },
    "wordings.transient.unknown.promise",
    /\{what_next\} here; it may name \{reference\}/,
  ],
  [{ do_not: null }, "wordings.transient.unknown.do_not", /must say what not to do/],
  [{ promise: "x".repeat(601) }, "wordings.transient.unknown.promise", /600/],
])("%o is refused by its field, and nothing changes", async (part, field, message) => {
  const answer = await put(admin, { transient: { unknown: { ...wording, ...part } } });
  expect(answer.status).toBe(422);
  const problem = await answer.json();
  expect(problem).toMatchObject({ class: "validation", field });
  expect(problem.message).toMatch(message);
  expect(await stored()).toEqual({});
});

it("names a class or a standing that does not exist", async () => {
  const unknown = async (wordings: object) => (await put(admin, wordings)).json();
  expect(await unknown({ transcient: {} })).toMatchObject({
    code: "unknown_field",
    field: "wordings.transcient",
  });
  expect(await unknown({ any: { opened: wording } })).toMatchObject({
    ...{ code: "unknown_field", field: "wordings.any.opened" },
  });
});

it("is an admin's alone, who sees all there is", async () => {
  for (const roles of [["support"], ["engineer", "reconciler"]] as const) {
    const { cookie } = await makePerson(world, { roles: [...roles] });
    expect((await put(cookie, {})).status).toBe(403);
  }
  const confined = await makePerson(world, { roles: ["admin"], tenants: ["acme"] });
  expect((await put(confined.cookie, {})).status).toBe(403);
});
