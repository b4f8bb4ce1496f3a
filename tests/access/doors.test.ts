import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROLES, type Role, SCOPES, type Scope } from "@/domain/permissions";
import type { RouteHandler } from "@/lib/http/define-route";
import { call, makeKey, makePerson, openWorld, type World } from "./world";

const ROOT = join(import.meta.dirname, "../..");
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Doors for callers nobody knows yet; each has a test of its own. */
const PUBLIC = new Set(["POST /api/v1/welcome", "GET /api/v1/openapi.json"]);
/** Any caller: what they answer is the caller's own. */
const OWN = new Set([
  "GET /api/v1/session",
  "GET /api/v1/audit",
  "GET /api/v1/profile",
  "PATCH /api/v1/profile",
  "GET /api/v1/profile/sessions",
  "DELETE /api/v1/profile/sessions/[id]",
]);

/** No key at all: the second pair of eyes belongs to a person (CONTRACT "Who may call"). */
const FOR_PEOPLE = new Set([
  "POST /api/v1/cases/[case_id]/approval",
  "GET /api/v1/notices",
  "GET /api/v1/saved-views",
]);

type Door = { name: string; method: string; handler: RouteHandler };

const files = readdirSync(join(ROOT, "app/api/v1"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith("route.ts"))
  .sort();

async function doorsOf(file: string): Promise<Door[]> {
  const module: Record<string, unknown> = await import(join(ROOT, "app/api/v1", file));
  const path = `/api/v1/${file.replace(/\/route\.ts$/, "")}`;
  return METHODS.flatMap((method) => {
    const handler = module[method];
    return typeof handler === "function"
      ? [{ name: `${method} ${path}`, method, handler: handler as RouteHandler }]
      : [];
  });
}

const doors = (await Promise.all(files.map(doorsOf))).flat();
const guarded = doors.filter((door) => !PUBLIC.has(door.name));
const scoped = guarded.filter((door) => !OWN.has(door.name));

let world: World;
const keys = new Map<Scope, string>();
const cookies = new Map<Role, string>();

beforeAll(async () => {
  world = await openWorld();
  for (const scope of SCOPES) keys.set(scope, await makeKey(world, [scope]));
  for (const role of ROLES) cookies.set(role, (await makePerson(world, { roles: [role] })).cookie);
});
afterAll(() => world.close());

/** Parameters that fit nothing: who is let in gets as far as 404 or 422. */
const PARAMS = {
  id: "none",
  case_id: "none",
  bulk_id: "none",
  reference: "none",
  verdict_id: "none",
  tool: "none",
  n: "1",
};
const knock = (door: Door, by: { key?: string; cookie?: string } = {}) =>
  call(door.handler, { method: door.method, params: PARAMS, ...by });

describe("every door", () => {
  it("is found by this test", () => {
    expect(guarded.length).toBeGreaterThanOrEqual(14);
  });

  it.each(guarded)("$name is shut to whoever brings neither key nor session", async (door) => {
    const response = await knock(door);
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toMatch(/^Bearer/);
    expect(await response.json()).toMatchObject({ code: "unauthenticated", class: "authorization" });
  });

  it.each(guarded)("$name is shut to a key that does not exist", async (door) => {
    expect((await knock(door, { key: "erk_unknown" })).status).toBe(401);
  });

  it.each(scoped)(
    "$name opens to at most two of the seven scopes, to one unless it is for people",
    async (door) => {
      const statuses = await Promise.all(
        SCOPES.map(async (scope) => (await knock(door, { key: keys.get(scope) ?? "" })).status),
      );
      expect(statuses.filter((status) => status === 403).length).toBeGreaterThanOrEqual(5);
      expect(statuses.some((status) => status !== 403)).toBe(!FOR_PEOPLE.has(door.name));
    },
  );

  it.each(scoped)("$name says the same to every scope it is shut to", async (door) => {
    for (const scope of SCOPES) {
      const response = await knock(door, { key: keys.get(scope) ?? "" });
      if (response.status !== 403) continue;
      const { reference, ...body } = await response.json();
      expect(reference).toMatch(/^err_/);
      expect(body).toEqual({
        code: "forbidden",
        class: "authorization",
        message: "This is not allowed with the access you have.",
        detail: "This is not allowed with the access you have.",
        retryable: false,
        type: "about:blank",
        title: "Forbidden",
        status: 403,
      });
    }
  });
});

/** EXPERIENCE "Roles", door by door: who is let in. Doors that do not exist yet are left out. */
const EVERYBODY: Role[] = [...ROLES];
const BY_ROLE: Record<string, Role[]> = {
  "GET /api/v1/rates": EVERYBODY,
  "GET /api/v1/rates.csv": EVERYBODY,
  "GET /api/v1/failure-rates": EVERYBODY,
  "GET /api/v1/failure-rates.csv": EVERYBODY,
  "GET /api/v1/events": EVERYBODY,
  "GET /api/v1/references": EVERYBODY,
  "POST /api/v1/references": EVERYBODY,
  // A reconciler gets the arguments there, and no byte of the trace.
  "GET /api/v1/frames/[reference]": ["reconciler", "engineer", "admin"],
  "GET /api/v1/quarantine": ["engineer", "admin"],
  "GET /api/v1/cases": EVERYBODY,
  "GET /api/v1/cases/figures": ["reconciler", "engineer", "admin"],
  "GET /api/v1/cases/[case_id]/export.json": ["reconciler", "engineer", "admin"],
  "GET /api/v1/cases/[case_id]/export.md": ["reconciler", "engineer", "admin"],
  "POST /api/v1/cases/next": ["reconciler"],
  "POST /api/v1/cases/[case_id]/claim": ["reconciler"],
  "DELETE /api/v1/cases/[case_id]/claim": ["reconciler"],
  "POST /api/v1/cases/[case_id]/verdict": ["reconciler"],
  "POST /api/v1/cases/[case_id]/approval": ["reconciler"],
  "GET /api/v1/cases/assignees": ["reconciler"],
  "POST /api/v1/cases/[case_id]/assignment": ["reconciler"],
  "DELETE /api/v1/cases/[case_id]/assignment": ["reconciler"],
  "POST /api/v1/cases/[case_id]/snooze": ["reconciler"],
  "DELETE /api/v1/cases/[case_id]/snooze": ["reconciler"],
  "POST /api/v1/cases/[case_id]/escalation": ["reconciler"],
  "DELETE /api/v1/cases/[case_id]/escalation": ["reconciler"],
  "POST /api/v1/cases/[case_id]/attempts/findings": ["reconciler"],
  // Whoever sees a case: all of them, or those they opened.
  "PUT /api/v1/cases/[case_id]/watch": EVERYBODY,
  "POST /api/v1/cases/[case_id]/attachments": EVERYBODY,
  "GET /api/v1/cases/[case_id]/attachments/[attachment_id]": EVERYBODY,
  "GET /api/v1/notices": EVERYBODY,
  "GET /api/v1/saved-views": EVERYBODY,
  "GET /api/v1/live": EVERYBODY,
  "POST /api/v1/bulk-actions": ["reconciler"],
  "GET /api/v1/bulk-actions": ["reconciler", "admin"],
  "GET /api/v1/bulk-actions/[bulk_id]": ["reconciler", "admin"],
  "GET /api/v1/bulk-actions/[bulk_id]/items": ["reconciler", "admin"],
  "POST /api/v1/bulk-actions/[bulk_id]/start": ["reconciler"],
  "POST /api/v1/bulk-actions/[bulk_id]/stop": ["reconciler"],
  "POST /api/v1/cases/[case_id]/evidence": ["reconciler"],
  "POST /api/v1/cases/[case_id]/probe": ["reconciler"],
  "PUT /api/v1/tools/[tool]": ["engineer", "admin"],
  "GET /api/v1/tools/[tool]/probe": ["engineer", "admin"],
  "PUT /api/v1/tools/[tool]/probe": ["engineer", "admin"],
  "DELETE /api/v1/tools/[tool]/probe": ["engineer", "admin"],
  "POST /api/v1/tools/[tool]/probe/try": ["engineer", "admin"],
  "GET /api/v1/alerts": EVERYBODY,
  "GET /api/v1/alerts/history": EVERYBODY,
  "POST /api/v1/alerts/preview": EVERYBODY,
  "POST /api/v1/alerts": ["engineer", "admin"],
  "PUT /api/v1/alerts/[alert_id]": ["engineer", "admin"],
  "DELETE /api/v1/alerts/[alert_id]": ["engineer", "admin"],
  "PUT /api/v1/alerts/[alert_id]/mute": ["engineer", "admin"],
  "POST /api/v1/alerts/[alert_id]/acknowledge": ["engineer", "admin"],
  "GET /api/v1/keys": ["admin"],
  "POST /api/v1/keys": ["admin"],
  "DELETE /api/v1/keys/[id]": ["admin"],
  "GET /api/v1/people": ["admin"],
  "POST /api/v1/people": ["admin"],
  "PATCH /api/v1/people/[id]": ["admin"],
  "POST /api/v1/people/[id]/invitations": ["admin"],
  "GET /api/v1/settings": ["admin"],
  "PUT /api/v1/settings": ["admin"],
  "PUT /api/v1/settings/wordings": ["admin"],
  "GET /api/v1/session": EVERYBODY,
  "GET /api/v1/profile": EVERYBODY,
  "GET /api/v1/profile/sessions": EVERYBODY,
  "GET /api/v1/audit": EVERYBODY,
};

describe("the table of roles", () => {
  const listed = doors.filter((door) => BY_ROLE[door.name] !== undefined);

  it.each(listed)("lets in at $name who it says, and nobody else", async (door) => {
    const letIn: Role[] = [];
    for (const role of ROLES) {
      const response = await knock(door, { cookie: cookies.get(role) ?? "" });
      expect(response.status).not.toBe(401);
      expect(response.status).toBeLessThan(500);
      if (response.status !== 403) letIn.push(role);
    }
    expect(letIn).toEqual(BY_ROLE[door.name]);
  });
});
