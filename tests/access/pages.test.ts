import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { startTestServer, type TestServer } from "../support/server";

const ADMIN = { email: "ada@errata.test", password: "correct horse battery" };

let database: TestDatabase;
let server: TestServer;
let cookie: string;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({
    databaseUrl: database.url,
    env: { ERRATA_ADMIN_EMAIL: ADMIN.email, ERRATA_ADMIN_PASSWORD: ADMIN.password },
  });
  cookie = cookieOf(await signIn());
});
afterAll(async () => {
  await server?.stop();
  await database?.drop();
});

const page = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { redirect: "manual", headers });
const signIn = (headers: Record<string, string> = {}) =>
  fetch(`${server.url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: server.url, ...headers },
    body: JSON.stringify(ADMIN),
  });
const cookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");

describe("a page", () => {
  it.each([
    ["/", "/sign-in"],
    ["/queue?view=mine", "/sign-in?next=%2Fqueue%3Fview%3Dmine"],
    ["//evil.example/x", null],
  ])("%s sends whoever is not signed in to %s", async (path, location) => {
    const response = await page(path);
    const to = response.headers.get("location");
    if (location !== null) expect(to).toBe(location);
    else expect(new URL(to ?? "/", server.url).host).toBe(new URL(server.url).host);
  });

  it("is not opened by a cookie that is no session", async () => {
    const response = await page("/settings", { cookie: "errata.session_token=made.up" });
    expect(response.headers.get("location") ?? (await response.text())).toContain(
      "/sign-in?next=%2Fsettings",
    );
  });

  it("and a door are answered where another protocol is offered, as Java's client does", async () => {
    for (const [path, status] of [
      ["/sign-in", 200],
      ["/healthz", 200],
      ["/api/v1/events", 401],
    ] as const) {
      const headers = {
        connection: "Upgrade, HTTP2-Settings",
        upgrade: "h2c",
        "http2-settings": "AAMAAABkAAQAAP__",
      };
      const sent = request(server.url + path, { headers, agent: false }).end();
      const [response] = (await once(sent, "response")) as [IncomingMessage];
      response.resume();
      expect([path, response.statusCode]).toEqual([path, status]);
    }
  });

  it("runs scripts by a nonce of its own request only", async () => {
    const seen = new Set<string>();
    for (let i = 0; i < 2; i++) {
      const response = await page("/", { cookie });
      expect(response.status).toBe(200);
      const policy = response.headers.get("content-security-policy") ?? "";
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
      seen.add(nonce);
      expect(policy).not.toContain("unsafe-eval");
      expect(policy).toMatch(/object-src 'none'/);
      expect(policy).toMatch(/frame-ancestors 'none'/);
      const scripts = (await response.text()).match(/<script\b[^>]*>/g) ?? [];
      expect(scripts.length).toBeGreaterThan(0);
      for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
    }
    expect(seen.size).toBe(2);
  });

  it.each(["/sign-in", "/welcome?token=none", "/"])("%s is hardened", async (path) => {
    const { headers } = await page(path);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBeTruthy();
    expect(headers.get("permissions-policy")).toContain("camera=()");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("x-powered-by")).toBeNull();
    expect(headers.get("strict-transport-security")).toBeNull();
  });

  it("asks for TLS from then on where the browser came by it", async () => {
    const { headers } = await page("/sign-in", { "x-forwarded-proto": "https" });
    expect(headers.get("strict-transport-security")).toMatch(/^max-age=\d+/);
  });

  it("that came by a link with a token passes it to no other site", async () => {
    const { headers } = await page("/welcome?token=none");
    expect(headers.get("referrer-policy")).toMatch(/^(same-origin|no-referrer)$/);
  });
});

describe("a page that needs a capability", () => {
  const NOT_YOURS = "Your roles do not open this page";

  it.each([
    "/queue",
    `/queue/${randomUUID()}`,
    "/events",
    "/unmapped",
    "/codes",
    "/lint",
    "/tools",
    "/recovery",
    "/alerts",
    "/alerts/history",
    "/alerts/new",
    `/alerts/${randomUUID()}`,
  ])("%s is closed to a person without a role", async (path) => {
    const [person] = await database.sql<{ email: string; roles: string[] }[]>`
      update people set roles = '{}' returning email, roles`;
    expect(person).toMatchObject({ email: ADMIN.email, roles: [] });
    try {
      expect(await (await page(path, { cookie })).text()).toContain(NOT_YOURS);
    } finally {
      await database.sql`update people set roles = '{admin}'`;
    }
    expect(await (await page(path, { cookie })).text()).not.toContain(NOT_YOURS);
  });
});

describe("signing in at the real server", () => {
  it("answers a Secure cookie behind a proxy's TLS, and a plain one at localhost", async () => {
    const plain = await signIn();
    expect(plain.status).toBe(200);
    expect(plain.headers.getSetCookie()[0]).not.toMatch(/Secure/);
    const secure = await signIn({ "x-forwarded-proto": "https" });
    expect(secure.headers.getSetCookie()[0]).toMatch(/; Secure/);
  });

  it("is refused from another site", async () => {
    expect((await signIn({ origin: "https://evil.example" })).status).toBe(403);
  });

  it("works at 127.0.0.1 as at localhost", async () => {
    const other = server.url.replace("localhost", "127.0.0.1");
    const response = await fetch(`${other}/api/v1/session`, { headers: { cookie } });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ email: ADMIN.email, roles: ["admin"] });
  });

  it("lets a session write from this site only", async () => {
    const write = (origin: string) =>
      fetch(`${server.url}/api/v1/profile`, {
        method: "PATCH",
        headers: { cookie, origin, "content-type": "application/json" },
        body: JSON.stringify({ name: "Ada" }),
      });
    expect((await write(server.url)).status).toBe(200);
    expect((await write("http://evil.example")).status).toBe(403);
  });

  it("prints no link when the admin variables made an admin", () => {
    expect(server.output()).not.toContain("/welcome?token=");
  });
});

describe("the first start of the real server", () => {
  it("prints one link that leads to a page, makes the first admin and then is used up", async () => {
    const empty = await createTestDatabase();
    const first = await startTestServer({ databaseUrl: empty.url });
    try {
      await expect.poll(first.output).toContain("/welcome?token=");
      const links = first.output().match(/http\S+\/welcome\?token=\S+/g) ?? [];
      expect(links.length).toBe(1);
      const link = new URL(links[0] ?? "");
      expect(await (await fetch(link)).text()).toContain("first admin");
      const accept = () =>
        fetch(`${first.url}/api/v1/welcome`, {
          method: "POST",
          headers: { "content-type": "application/json", origin: first.url },
          body: JSON.stringify({ ...ADMIN, name: "Ada", token: link.searchParams.get("token") }),
        });
      const response = await accept();
      expect(response.status).toBe(200);
      const console = await fetch(first.url, { headers: { cookie: cookieOf(response) }, redirect: "manual" });
      expect(console.status).toBe(200);
      expect((await accept()).status).toBe(404);
      expect(await (await fetch(link)).text()).toContain("not valid");
    } finally {
      await first.stop();
      await empty.drop();
    }
  });
});
