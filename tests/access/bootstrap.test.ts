import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as session } from "@/app/api/v1/session/route";
import { POST as welcome } from "@/app/api/v1/welcome/route";
import { StartupError } from "@/domain/startup-error";
import { bootstrap } from "@/lib/services/people/bootstrap";
import { readWelcome } from "@/lib/services/people/read-welcome";
import { call, cookieOf, openWorld, PASSWORD, signIn, tokenOf, type World } from "./world";

let world: World;
const accept = (token: string, email: string) =>
  call(welcome, { body: { token, name: "Ada", email, password: PASSWORD } });

describe("the first start", () => {
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  it("takes the operator's own key, in whatever form, with every scope", async () => {
    const response = await call(session, { key: world.bootstrapKey });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ kind: "key", name: "bootstrap" });
  });

  it("prints a fresh link at each start, and older ones are void", async () => {
    const fresh = tokenOf((await bootstrap(world.rt)) ?? "");
    expect(fresh).not.toBe(world.firstToken);
    expect((await accept(world.firstToken, "early@errata.test")).status).toBe(404);
    world.firstToken = fresh;
  });

  it("of a process without pages leaves the link alone", async () => {
    const ingest = { ...world.rt, env: { ...world.rt.env, ERRATA_ROLE: "ingest" as const } };
    expect(await bootstrap(ingest)).toBeNull();
    expect(await readWelcome(world.rt, world.firstToken)).toEqual({ kind: "first_admin" });
  });

  it("keeps nothing of the link but its hash", async () => {
    const rows = await world.database.sql`select * from verifications`;
    expect(rows.length).toBe(1);
    expect(JSON.stringify(rows)).not.toContain(world.firstToken);
  });

  it("keeps the link good when what was entered does not do", async () => {
    const response = await call(welcome, { body: { token: world.firstToken, password: PASSWORD } });
    expect(response.status).toBe(422);
    expect(await readWelcome(world.rt, world.firstToken)).toEqual({ kind: "first_admin" });
  });

  it("makes exactly one admin of a link used twice at once, and signs them in", async () => {
    const uses = await Promise.all([
      accept(world.firstToken, "one@errata.test"),
      accept(world.firstToken, "two@errata.test"),
      accept(world.firstToken, "three@errata.test"),
    ]);
    expect(uses.map((use) => use.status).sort()).toEqual([200, 404, 404]);
    expect(await world.database.sql`select roles from people`).toEqual([{ roles: ["admin"] }]);
    const winner = uses.find((use) => use.status === 200) as Response;
    const me = await call(session, { cookie: cookieOf(winner) });
    expect(await me.json()).toMatchObject({ kind: "person", roles: ["admin"] });
  });

  it("has no link any more once there is an admin", async () => {
    expect(await bootstrap(world.rt)).toBeNull();
  });
});

describe("the admin variables", () => {
  const admin = { ERRATA_ADMIN_EMAIL: "Ops@Errata.test", ERRATA_ADMIN_PASSWORD: "eight888" };

  it("make one admin on an empty database, however many processes start at once", async () => {
    const own = await openWorld();
    try {
      const other = { ...own.rt, env: { ...own.rt.env, ...admin } };
      const links = await Promise.all([bootstrap(other), bootstrap(other), bootstrap(other)]);
      expect(links).toEqual([null, null, null]);
      expect(await own.database.sql`select email from people`).toEqual([{ email: "ops@errata.test" }]);
      expect((await signIn("ops@errata.test", "eight888")).status).toBe(200);
      expect(await own.database.sql`select name from keys`).toEqual([{ name: "bootstrap" }]);
    } finally {
      await own.close();
    }
  });

  it("and the key are refused at the start when they could not be used later", async () => {
    const own = await openWorld();
    try {
      const withEnv = (env: Record<string, string>) => ({ ...own.rt, env: { ...own.rt.env, ...env } });
      await expect(bootstrap(withEnv({ ERRATA_BOOTSTRAP_KEY: "short" }))).rejects.toBeInstanceOf(
        StartupError,
      );
      await expect(bootstrap(withEnv({ ...admin, ERRATA_ADMIN_PASSWORD: "short" }))).rejects.toBeInstanceOf(
        StartupError,
      );
    } finally {
      await own.close();
    }
  });
});
