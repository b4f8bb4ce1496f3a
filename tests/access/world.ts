import { randomBytes, randomUUID } from "node:crypto";
import { POST as authPost } from "@/app/api/auth/[...all]/route";
import { POST as welcomePost } from "@/app/api/v1/welcome/route";
import type { RouteContext, RouteHandler } from "@/lib/http/define-route";
import { parseEnv } from "@/lib/platform/env";
import { sha256Hex } from "@/lib/platform/tokens";
import type { Runtime } from "@/lib/services/context";
import { bootstrap } from "@/lib/services/people/bootstrap";
import { startRuntime } from "@/lib/services/runtime";
import { createTestDatabase, type TestDatabase } from "../support/database";

export const HOST = "errata.test:3000";
export const ORIGIN = `http://${HOST}`;
export const PASSWORD = "correct horse battery";

export type World = {
  rt: Runtime;
  database: TestDatabase;
  /** The key with every scope. */
  bootstrapKey: string;
  /** The first admin's one-time link, as a token. */
  firstToken: string;
  close: () => Promise<void>;
};

/** An installation of this test file's own, as its first start left it. */
export async function openWorld(env: Record<string, string> = {}): Promise<World> {
  const database = await createTestDatabase();
  const bootstrapKey = `operator-chose-${randomBytes(12).toString("hex")}`;
  const rt = startRuntime({
    env: parseEnv({
      ERRATA_BOOTSTRAP_KEY: bootstrapKey,
      ERRATA_LOG_LEVEL: "silent",
      DATABASE_POOL: "6",
      ...env,
    }),
    databaseUrl: database.url,
  });
  const path = await bootstrap(rt);
  return {
    rt,
    database,
    bootstrapKey,
    firstToken: tokenOf(path ?? ""),
    close: async () => {
      await rt.close();
      await database.drop();
    },
  };
}

/** The token in a welcome link. */
export function tokenOf(link: string): string {
  return new URL(link, ORIGIN).searchParams.get("token") ?? "";
}

type Call = {
  method?: string;
  key?: string;
  cookie?: string;
  body?: unknown;
  headers?: Record<string, string>;
  params?: Record<string, string | string[]>;
  query?: string;
};

/** Calls a route as a browser of this site does; `headers` overrides, `key` makes it a script. */
export async function call(handler: RouteHandler, options: Call = {}): Promise<Response> {
  const { method = options.body === undefined ? "GET" : "POST", body, key, cookie, params, query } = options;
  const headers = new Headers({
    host: HOST,
    ...(key === undefined ? { origin: ORIGIN } : { authorization: `Bearer ${key}` }),
    ...(cookie === undefined ? {} : { cookie }),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...options.headers,
  });
  const request = new Request(`http://localhost:3000/x${query ?? ""}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  // undici drops Host from what it is given; a server's request has it.
  if (!request.headers.has("host")) Object.defineProperty(request, "headers", { value: headers });
  const context: RouteContext | undefined = params && { params: Promise.resolve(params) };
  return handler(request, context);
}

/** The Cookie header that answers this Set-Cookie. */
export function cookieOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

export async function signIn(email: string, password = PASSWORD): Promise<Response> {
  return call(authPost, { body: { email, password }, params: { all: ["sign-in", "email"] } });
}

/** Makes the first admin by the one-time link; their cookie. */
export async function makeFirstAdmin(world: World, email = "ada@errata.test"): Promise<string> {
  const response = await call(welcomePost, {
    body: { token: world.firstToken, name: "Ada", email, password: PASSWORD },
  });
  return cookieOf(response);
}

type PersonParts = {
  roles: string[];
  tenants?: string[];
  environments?: string[];
  services?: string[];
};

/** A person who can sign in, straight into the tables; their id, address and cookie. */
export async function makePerson(world: World, parts: PersonParts) {
  const { sql } = world.database;
  const email = `${randomUUID()}@errata.test`;
  const { roles, tenants = null, environments = null, services = null } = parts;
  const [row] = await sql<{ id: string }[]>`
    insert into people (name, email, roles, tenants, environments, services)
    values ('Somebody', ${email}, ${roles}, ${tenants}, ${environments}, ${services}) returning id`;
  const id = row?.id ?? "";
  const { hashPassword } = await import("better-auth/crypto");
  await sql`insert into accounts (person_id, account_id, provider_id, password)
    values (${id}, ${id}, 'credential', ${await hashPassword(PASSWORD)})`;
  return { id, email, cookie: cookieOf(await signIn(email)) };
}

/** A key with these scopes, straight into the table. */
export async function makeKey(
  world: World,
  scopes: string[],
  pins: { tenant?: string; environment?: string; service?: string } = {},
): Promise<string> {
  const { sql } = world.database;
  const key = `erk_${randomBytes(24).toString("hex")}`;
  await sql`insert into sources (name) values ('tests') on conflict do nothing`;
  await sql`insert into keys (name, prefix, hash, source_id, scopes, tenant, environment, service, created_by)
    select 'test', 'erk_', ${sha256Hex(key)}, source_id, ${scopes}, ${pins.tenant ?? null},
      ${pins.environment ?? null}, ${pins.service ?? null}, 'test' from sources where name = 'tests'`;
  return key;
}
