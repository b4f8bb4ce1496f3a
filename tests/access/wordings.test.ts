import { afterAll, beforeAll, expect, it } from "vitest";
import { GET as readAudit } from "@/app/api/v1/audit/route";
import { PUT as changeSettings, GET as readSettings } from "@/app/api/v1/settings/route";
import { PUT as changeWording } from "@/app/api/v1/settings/wordings/route";
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

const cell = { class: "transient", standing: "unknown" };
const putOne = (cookie: string, change: object) =>
  call(changeWording, { method: "PUT", cookie, body: { ...cell, instead_of: null, ...change } });

it("one cell is worded in the place of what was seen there, and nobody's words are lost unseen", async () => {
  const other = { ...cell, standing: "open" };
  const both = await Promise.all([putOne(admin, { wording }), putOne(admin, { ...other, wording })]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(await stored()).toEqual({ transient: { unknown: wording, open: wording } });

  const theirs = { ...wording, promise: "We call back." };
  const answers = await Promise.all(
    ["a", "b", "c", "d"].map((promise) =>
      putOne(admin, { wording: { ...theirs, promise }, instead_of: wording }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  const now = (await stored()).transient.unknown;
  const refused = await answers.find(({ status }) => status === 409)?.json();
  expect(refused).toMatchObject({ code: "wording_changed", wording: now });

  expect((await putOne(admin, { wording: theirs, instead_of: now })).status).toBe(200);
  expect((await putOne(admin, { wording: null, instead_of: theirs })).status).toBe(200);
  expect((await putOne(admin, { ...other, wording: null, instead_of: wording })).status).toBe(200);
  expect(await stored()).toEqual({});
  const { items } = await (
    await call(readAudit, { cookie: admin, query: "?action=settings.changed" })
  ).json();
  expect(items[1].details).toEqual({ wording: { ...cell, wording: null, instead_of: theirs } });
});

it("one cell is judged by where the effect stands, field by field", async () => {
  const answer = await putOne(admin, { wording: { ...wording, promise: "{what_next}" } });
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({ class: "validation", field: "wording.promise" });
});

it("what is stored and cannot be read any more is never written over by the saving of another cell", async () => {
  const { sql } = world.database;
  const write = (value: object) =>
    sql`update settings set value = ${JSON.stringify(value)}::text::json where name = 'wordings'`;
  const raw = async () =>
    (await sql<{ value: object }[]>`select value from settings where name = 'wordings'`)[0];
  const older = { any: { open: wording }, transient: { unknown: { ...wording, sentence: "No reference." } } };
  await write(older);
  const refused = await putOne(admin, { standing: "open", wording });
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({
    ...{ code: "wordings_unreadable", received: ["transient unknown"] },
  });
  expect(await raw()).toEqual({ value: older });
  expect((await putOne(admin, { wording })).status).toBe(200);
  expect(await raw()).toEqual({ value: { any: { open: wording }, transient: { unknown: wording } } });
  await write({});
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
    expect((await putOne(cookie, { wording })).status).toBe(403);
  }
  const confined = await makePerson(world, { roles: ["admin"], tenants: ["acme"] });
  expect((await put(confined.cookie, {})).status).toBe(403);
  expect((await putOne(confined.cookie, { wording })).status).toBe(403);
});
