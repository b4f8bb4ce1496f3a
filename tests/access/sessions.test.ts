import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as auth } from "@/app/api/auth/[...all]/route";
import { POST as createKey } from "@/app/api/v1/keys/route";
import { PATCH as changePerson } from "@/app/api/v1/people/[id]/route";
import { PATCH as changeProfile } from "@/app/api/v1/profile/route";
import { DELETE as endSession } from "@/app/api/v1/profile/sessions/[id]/route";
import { GET as ownSessions } from "@/app/api/v1/profile/sessions/route";
import { GET as session } from "@/app/api/v1/session/route";
import { call, cookieOf, makeFirstAdmin, makePerson, openWorld, PASSWORD, signIn, type World } from "./world";

let world: World;
let admin: string;

beforeAll(async () => {
  world = await openWorld({ ERRATA_PUBLIC_URL: "https://errata.example" });
  admin = await makeFirstAdmin(world);
});
afterAll(() => world.close());

const newKey = { name: "k", scopes: ["read"] };
const signOut = (cookie: string) => call(auth, { body: {}, cookie, params: { all: ["sign-out"] } });

describe("signing in", () => {
  it("sets a cookie that scripts cannot read and other sites' writes do not carry", async () => {
    const [cookie] = (await signIn("ada@errata.test")).headers.getSetCookie();
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=(Lax|Strict)/i);
    expect(cookie).not.toMatch(/Secure/i);
  });

  it.each([
    ["a proxy says https", { "x-forwarded-proto": "https" }],
    ["the page came by https", { host: "errata.example", origin: "https://errata.example" }],
  ])("sets a Secure cookie when %s", async (_, headers) => {
    const body = { email: "ada@errata.test", password: PASSWORD };
    const response = await call(auth, { body, headers, params: { all: ["sign-in", "email"] } });
    expect(response.status).toBe(200);
    expect(response.headers.getSetCookie()[0]).toMatch(/; Secure/);
  });

  it("never answers with the session's token", async () => {
    const response = await signIn("ada@errata.test");
    expect(Object.keys(await response.json())).toEqual(["user"]);
  });

  it("tells an unknown address, a wrong password and a disabled person by nothing", async () => {
    const disabled = await makePerson(world, { roles: ["support"] });
    await world.database.sql`update people set disabled_at = now() where id = ${disabled.id}`;
    const bodies = [];
    for (const [email, password] of [
      ["nobody@errata.test", PASSWORD],
      ["ada@errata.test", "not the password"],
      [disabled.email, PASSWORD],
    ] as const) {
      const response = await signIn(email, password);
      expect(response.status).toBe(401);
      const { reference, ...body } = await response.json();
      expect(reference).toMatch(/^err_/);
      bodies.push(body);
    }
    expect(bodies[0].code).toBe("wrong_credentials");
    expect(bodies[1]).toEqual(bodies[0]);
    expect(bodies[2]).toEqual(bodies[0]);
  });

  it("is bounded by account, and says when to try again", async () => {
    const { email } = await makePerson(world, { roles: ["support"] });
    for (let i = 0; i < 8; i++) expect((await signIn(email, "wrong wrong wrong")).status).toBe(401);
    const response = await signIn(email);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await response.json()).toMatchObject({
      code: "rate_limited",
      class: "transient",
      retryable: true,
    });
  });

  it("is the only door: nobody signs up, resets or lists through the library", async () => {
    for (const path of ["sign-up/email", "request-password-reset", "list-sessions", "update-user"]) {
      const response = await call(auth, { body: {}, cookie: admin, params: { all: path.split("/") } });
      expect(response.status).toBe(404);
    }
  });
});

describe("a session", () => {
  it("that was signed out is over, whoever kept the cookie", async () => {
    const { cookie } = await makePerson(world, { roles: ["support"] });
    expect((await call(session, { cookie })).status).toBe(200);
    expect((await signOut(cookie)).status).toBe(200);
    expect((await call(session, { cookie })).status).toBe(401);
  });

  it("ends with the person's being disabled", async () => {
    const { id, cookie } = await makePerson(world, { roles: ["engineer"] });
    const disable = { method: "PATCH", cookie: admin, params: { id }, body: { disabled: true } };
    expect((await call(changePerson, disable)).status).toBe(200);
    expect((await call(session, { cookie })).status).toBe(401);
  });

  it("is not opened by an altered cookie", async () => {
    const { cookie } = await makePerson(world, { roles: ["support"] });
    const [name, value = ""] = cookie.split("=");
    const forged = `${name}=${value.split(".")[0]}.${"A".repeat(43)}%3D`;
    expect((await call(session, { cookie: forged })).status).toBe(401);
  });

  it("that has expired is refused", async () => {
    const { id, cookie } = await makePerson(world, { roles: ["support"] });
    await world.database
      .sql`update sessions set expires_at = now() - interval '1 second' where person_id = ${id}`;
    expect((await call(session, { cookie })).status).toBe(401);
  });

  it("can be ended from another one of the same person, and of no other", async () => {
    const one = await makePerson(world, { roles: ["support"] });
    const other = cookieOf(await signIn(one.email));
    const stranger = await makePerson(world, { roles: ["support"] });
    const { items } = await (await call(ownSessions, { cookie: other })).json();
    const first = items.find((item: { current: boolean }) => !item.current);
    const end = (cookie: string) =>
      call(endSession, { method: "DELETE", cookie, params: { id: first.session_id } });
    expect((await end(stranger.cookie)).status).toBe(404);
    expect((await end(other)).status).toBe(200);
    expect((await call(session, { cookie: one.cookie })).status).toBe(401);
    expect((await call(session, { cookie: other })).status).toBe(200);
  });

  it("outlives its own password change, the others do not", async () => {
    const { email, cookie } = await makePerson(world, { roles: ["support"] });
    const other = cookieOf(await signIn(email));
    const change = { currentPassword: PASSWORD, newPassword: "another good phrase" };
    const path = { params: { all: ["change-password"] } };
    const wrong = await call(auth, { ...path, cookie, body: { ...change, currentPassword: "no no no no" } });
    expect(await wrong.json()).toMatchObject({ status: 422, code: "wrong_password" });
    const changed = await call(auth, { ...path, cookie, body: change });
    expect(changed.status).toBe(200);
    expect((await call(session, { cookie: other })).status).toBe(401);
    expect((await call(session, { cookie: cookieOf(changed) })).status).toBe(200);
    expect((await signIn(email)).status).toBe(401);
  });
});

describe("a write by session", () => {
  it("from the same origin is done", async () => {
    expect((await call(createKey, { cookie: admin, body: newKey })).status).toBe(200);
  });

  it("from the configured public URL is done, whatever Host the proxy passes on", async () => {
    const headers = { host: "10.0.0.7:3000", origin: "https://errata.example" };
    expect((await call(createKey, { cookie: admin, body: newKey, headers })).status).toBe(200);
  });

  it.each([
    ["another site", { origin: "https://evil.example" }],
    ["another port", { origin: "http://errata.test:4000" }],
    ["a sandboxed frame", { origin: "null" }],
    ["a file", { origin: "file://" }],
    [
      "a host the client merely claims was forwarded",
      { origin: "https://evil.example", "x-forwarded-host": "evil.example" },
    ],
  ])("from %s is refused", async (_, headers) => {
    const response = await call(createKey, { cookie: admin, body: newKey, headers });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: "origin_not_allowed", class: "authorization" });
  });

  it("that says nothing of where it comes from is refused", async () => {
    const request = new Request("http://localhost/x", { method: "POST", body: JSON.stringify(newKey) });
    const headers = new Headers({ host: "errata.test:3000", cookie: admin });
    Object.defineProperty(request, "headers", { value: headers });
    expect((await createKey(request)).status).toBe(403);
    headers.set("sec-fetch-site", "same-origin");
    const again = new Request("http://localhost/x", { method: "POST", body: JSON.stringify(newKey) });
    Object.defineProperty(again, "headers", { value: headers });
    expect((await createKey(again)).status).toBe(200);
  });

  it("with a bad key beside a good cookie is refused: the key was meant", async () => {
    const response = await call(createKey, { cookie: admin, key: "erk_no", body: newKey });
    expect(response.status).toBe(401);
  });

  it("to sign in is bound to the origin as well", async () => {
    const response = await call(auth, {
      body: { email: "ada@errata.test", password: PASSWORD },
      headers: { origin: "https://evil.example" },
      params: { all: ["sign-in", "email"] },
    });
    expect(response.status).toBe(403);
  });
});

describe("one's own profile", () => {
  it("holds name and zone, and neither roles nor confinement", async () => {
    const { id, cookie } = await makePerson(world, { roles: ["support"], tenants: ["acme"] });
    const body = { name: "Bo", time_zone: "Europe/Berlin", roles: ["admin"], tenants: null };
    expect((await call(changeProfile, { method: "PATCH", cookie, body })).status).toBe(200);
    const me = await (await call(session, { cookie })).json();
    expect(me).toMatchObject({ id, name: "Bo", time_zone: "Europe/Berlin", roles: ["support"] });
    expect(me.confinement.tenants).toEqual(["acme"]);
  });
});
