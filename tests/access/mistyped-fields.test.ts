import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as newKey } from "@/app/api/v1/keys/route";
import { PATCH as changePerson } from "@/app/api/v1/people/[id]/route";
import { POST as invite } from "@/app/api/v1/people/route";
import { PUT as putSettings } from "@/app/api/v1/settings/route";
import { PUT as putProbe } from "@/app/api/v1/tools/[tool]/probe/route";
import { PUT as putTool } from "@/app/api/v1/tools/[tool]/route";
import { PATCH as changeWebhook } from "@/app/api/v1/webhooks/[id]/route";
import { POST as rotate } from "@/app/api/v1/webhooks/[id]/secret/route";
import { POST as newWebhook } from "@/app/api/v1/webhooks/route";
import { ROLES } from "@/domain/permissions";
import type { RouteHandler } from "@/lib/http/define-route";
import { call, makePerson, openWorld, type World } from "./world";

let world: World;
let cookie: string;
beforeAll(async () => {
  world = await openWorld();
  cookie = (await makePerson(world, { roles: [...ROLES] })).cookie;
});
afterAll(() => world.close());

const params = { id: "00000000-0000-4000-8000-000000000000", tool: "refund" };
const person = { name: "Bo", email: "bo@errata.test", roles: ["support"] };
const webhook = { name: "Billing", url: "https://93.184.216.34/", types: ["case.settled"] };
const probe = {
  url: "https://pay.example/{idempotency_key}",
  rules: [{ effect: "absent", statuses: [404] }],
};

describe("a mistyped name, where access or rules are given", () => {
  it.each<[string, RouteHandler, string, object, string]>([
    ["a person's confinement", invite, "POST", { ...person, confinement: { tenants: ["a"] } }, "confinement"],
    ["a person's tenant", invite, "POST", { ...person, tenant: ["acme"] }, "tenant"],
    ["a person's change", changePerson, "PATCH", { disable: true }, "disable"],
    ["a key's pin", newKey, "POST", { name: "k", scopes: ["read"], tenants: "acme" }, "tenants"],
    ["a key's end", newKey, "POST", { name: "k", scopes: ["read"], expires: "2030-01-01" }, "expires"],
    ["a tool's rule", putTool, "PUT", { need_second_person: true }, "need_second_person"],
    [
      "a tool's link",
      putTool,
      "PUT",
      { link_templates: [{ label: "Pay", url: "https://pay.example/", lable: "" }] },
      "link_templates.0.lable",
    ],
    ["a webhook's filter", newWebhook, "POST", { ...webhook, tenant: ["acme"] }, "tenant"],
    ["a webhook's change", changeWebhook, "PATCH", { tool: ["refund"] }, "tool"],
    ["how long a secret is kept", rotate, "POST", { keep_hour: 0 }, "keep_hour"],
    ["a probe's rules", putProbe, "PUT", { ...probe, automatc: true }, "automatc"],
    ["a setting", putSettings, "PUT", { scrub_email_adresses: true }, "scrub_email_adresses"],
  ])("%s is refused by its name", async (_, handler, method, body, field) => {
    const response = await call(handler, { method, cookie, params, body });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      code: "unknown_field",
      field,
      detail: expect.stringContaining(`${field}: is not a field`),
    });
  });

  it("leaves nothing behind, and does not echo what stood under it", async () => {
    const response = await call(invite, { cookie, body: { ...person, pasword: "hunter2hunter2", x: 1 } });
    const text = await response.text();
    expect(text).not.toContain("hunter2");
    expect(JSON.parse(text).errors.map(({ field }: { field: string }) => field)).toEqual(["pasword", "x"]);
    expect(await world.database.sql`select from people where email = ${person.email}`).toHaveLength(0);
  });
});
