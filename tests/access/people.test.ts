import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { POST as reinvite } from "@/app/api/v1/people/[id]/invitations/route";
import { PATCH as changePerson } from "@/app/api/v1/people/[id]/route";
import { POST as invite, GET as listPeople } from "@/app/api/v1/people/route";
import { GET as session } from "@/app/api/v1/session/route";
import { POST as welcome } from "@/app/api/v1/welcome/route";
import { call, cookieOf, makePerson, openWorld, PASSWORD, signIn, tokenOf, type World } from "./world";

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const change = (cookie: string, id: string, body: object) =>
  call(changePerson, { method: "PATCH", cookie, params: { id }, body });
const accept = (url: string) => call(welcome, { body: { token: tokenOf(url), password: PASSWORD } });

describe("the last admin", () => {
  beforeEach(async () => {
    await world.database.sql`delete from people`;
  });

  it.each([{ roles: ["engineer"] }, { disabled: true }, { tenants: ["acme"] }])(
    "stays: %j is refused",
    async (body) => {
      const ada = await makePerson(world, { roles: ["admin"] });
      const response = await change(ada.cookie, ada.id, body);
      expect(response.status).toBe(409);
      expect(await response.json()).toMatchObject({ code: "last_admin" });
      expect((await call(listPeople, { cookie: ada.cookie })).status).toBe(200);
    },
  );

  it("may change what does not cost the role", async () => {
    const ada = await makePerson(world, { roles: ["admin"] });
    const response = await change(ada.cookie, ada.id, { name: "Ada", roles: ["admin", "reconciler"] });
    expect(await response.json()).toMatchObject({ name: "Ada", roles: ["admin", "reconciler"] });
  });

  it("is not whoever was invited and has not come yet", async () => {
    const ada = await makePerson(world, { roles: ["admin"] });
    const body = { name: "Bo", email: "bo@errata.test", roles: ["admin"] };
    await call(invite, { cookie: ada.cookie, body });
    expect((await change(ada.cookie, ada.id, { roles: [] })).status).toBe(409);
  });

  it("is not helped by an admin who is confined, for they could not undo it", async () => {
    const ada = await makePerson(world, { roles: ["admin"] });
    const confined = await makePerson(world, { roles: ["admin"], tenants: ["acme"] });
    expect((await change(ada.cookie, ada.id, { roles: [] })).status).toBe(409);
    expect((await change(ada.cookie, confined.id, { roles: [] })).status).toBe(200);
  });

  it("is left when two admins demote each other at the same instant", async () => {
    for (let round = 0; round < 5; round++) {
      await world.database.sql`delete from people`;
      const ada = await makePerson(world, { roles: ["admin"] });
      const bo = await makePerson(world, { roles: ["admin"] });
      const outcomes = await Promise.all([
        change(ada.cookie, bo.id, { roles: ["support"] }),
        change(bo.cookie, ada.id, { disabled: true }),
      ]);
      const statuses = outcomes.map((response) => response.status);
      expect(statuses.filter((status) => status === 200).length).toBe(1);
      const admins = await world.database
        .sql`select 1 from people where 'admin' = any(roles) and disabled_at is null`;
      expect(admins.length).toBe(1);
    }
  });
});

describe("an invitation", () => {
  let admin: string;
  beforeAll(async () => {
    admin = (await makePerson(world, { roles: ["admin"] })).cookie;
  });
  const invited = async (parts: object) => {
    const body = { name: "Cy", email: `${crypto.randomUUID()}@errata.test`, roles: ["support"], ...parts };
    return (await call(invite, { cookie: admin, body })).json();
  };

  it("is a link that works once, lets the person in, and with the roles they were given only", async () => {
    const { person, welcome_url } = await invited({ roles: ["support"], services: ["billing"] });
    expect(person).toMatchObject({ accepted: false, services: ["billing"], tenants: null });
    expect(welcome_url).toMatch(/^http:\/\/errata\.test:3000\/welcome\?token=[0-9a-f]{64}$/);
    const uses = await Promise.all([accept(welcome_url), accept(welcome_url)]);
    expect(uses.map((use) => use.status).sort()).toEqual([200, 404]);
    const winner = uses.find((use) => use.status === 200) as Response;
    const me = await (await call(session, { cookie: cookieOf(winner) })).json();
    expect(me).toMatchObject({ id: person.id, roles: ["support"] });
    expect(me.confinement.services).toEqual(["billing"]);
    const { items } = await (await call(listPeople, { cookie: admin })).json();
    expect(items.find(({ id }: { id: string }) => id === person.id)).toMatchObject({ accepted: true });
    expect((await call(listPeople, { cookie: cookieOf(winner) })).status).toBe(403);
  });

  it("renewed voids the one before, and used again replaces the password and ends sessions", async () => {
    const first = await invited({});
    const params = { id: first.person.id };
    const second = await (await call(reinvite, { method: "POST", cookie: admin, params })).json();
    expect((await accept(first.welcome_url)).status).toBe(404);
    const cookie = cookieOf(await accept(second.welcome_url));
    const third = await (await call(reinvite, { method: "POST", cookie: admin, params })).json();
    const body = { token: tokenOf(third.welcome_url), password: "a wholly new phrase" };
    expect((await call(welcome, { body })).status).toBe(200);
    expect((await call(session, { cookie })).status).toBe(401);
    expect((await signIn(first.person.email)).status).toBe(401);
  });

  it("of somebody disabled meanwhile is void", async () => {
    const { person, welcome_url } = await invited({});
    await change(admin, person.id, { disabled: true });
    expect((await accept(welcome_url)).status).toBe(404);
    const again = await call(reinvite, { method: "POST", cookie: admin, params: { id: person.id } });
    expect(await again.json()).toMatchObject({ status: 409, code: "person_disabled" });
  });

  it("to an address that is taken, in any case of its letters, is refused", async () => {
    const { person } = await invited({});
    const body = { name: "Di", email: person.email.toUpperCase(), roles: [] };
    const response = await call(invite, { cookie: admin, body });
    expect(await response.json()).toMatchObject({ status: 409, code: "email_taken", field: "email" });
  });

  it.each([
    [{ email: "nobody" }, "invalid_email"],
    [{ roles: ["root"] }, "invalid_roles"],
    [{ tenants: [] }, "invalid_tenants"],
    [{ name: "two\nlines" }, "invalid_name"],
  ])("with %j is refused as %s", async (parts, code) => {
    expect(await invited(parts)).toMatchObject({ status: 422, code, class: "validation" });
  });

  it("is not passed on by a password that is too short", async () => {
    const { welcome_url } = await invited({});
    const body = { token: tokenOf(welcome_url), password: "short" };
    const refused = await (await call(welcome, { body })).json();
    expect(refused).toMatchObject({ status: 422, code: "invalid_password" });
    expect(refused.received).toBeUndefined();
    expect((await accept(welcome_url)).status).toBe(200);
  });
});

describe("a confined admin", () => {
  it("neither sees, makes nor widens somebody who could see more", async () => {
    const wide = await makePerson(world, { roles: ["support"] });
    const inside = await makePerson(world, { roles: ["support"], tenants: ["acme"] });
    const { cookie, id } = await makePerson(world, { roles: ["admin"], tenants: ["acme", "beta"] });
    const { items } = await (await call(listPeople, { cookie })).json();
    const ids = items.map((item: { id: string }) => item.id);
    expect(ids).toContain(inside.id);
    expect(ids).not.toContain(wide.id);
    expect((await change(cookie, wide.id, { roles: [] })).status).toBe(404);
    expect((await change(cookie, inside.id, { tenants: null })).status).toBe(403);
    expect((await change(cookie, id, { tenants: null })).status).toBe(403);
    expect((await change(cookie, inside.id, { tenants: ["beta"] })).status).toBe(200);
    const body = { name: "E", email: "e@errata.test", roles: ["support"] };
    expect((await call(invite, { cookie, body })).status).toBe(403);
    expect((await call(invite, { cookie, body: { ...body, tenants: ["acme"] } })).status).toBe(200);
  });
});
