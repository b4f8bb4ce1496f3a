import { z } from "zod";
import { ROLES } from "@/domain/permissions";
import type { ApiClient } from "../replay/api-client";
import { describeError } from "../replay/read-answer";
import { ALERTS } from "./alerts";
import type { DemoState } from "./demo-state";
import { DemoRefused } from "./post-items";
import { TOOL_SETTINGS } from "./tool-settings";

const people = z.looseObject({ items: z.array(z.looseObject({ id: z.string(), email: z.string() })) });
const alerts = z.looseObject({ items: z.array(z.looseObject({ name: z.string() })) });
const rates = z.looseObject({ totals: z.looseObject({ failures: z.number() }) });

async function call(
  client: ApiClient,
  method: "GET" | "PATCH" | "POST" | "PUT",
  path: string,
  body?: unknown,
): Promise<unknown> {
  const payload = body === undefined ? undefined : { type: "application/json", text: JSON.stringify(body) };
  const answer = await client.send({ method, path, body: payload });
  if (answer.status >= 300)
    throw new DemoRefused(`${method} ${path}: ${describeError(answer.body, answer.status)}`);
  return answer.body;
}

/** Gives the demo's only person every role: an admin alone may not claim and settle. */
async function giveAllRoles(client: ApiClient, email: string): Promise<void> {
  const { items } = people.parse(await call(client, "GET", "/api/v1/people"));
  const admin = items.find((person) => person.email === email);
  if (admin) await call(client, "PATCH", `/api/v1/people/${admin.id}`, { roles: [...ROLES] });
}

/** Whether the database holds any of what was sent; not so when its folder was deleted meanwhile. */
async function hasHistory(client: ApiClient, state: DemoState): Promise<boolean> {
  const from = new Date(state.started_at / 1000).toISOString();
  const answer = await call(client, "GET", `/api/v1/rates?step=1d&from=${encodeURIComponent(from)}`);
  return rates.parse(answer).totals.failures > 0;
}

const putTool = (client: ApiClient, tool: string, settings: unknown) =>
  call(client, "PUT", `/api/v1/tools/${encodeURIComponent(tool)}`, settings);

/** Once, so that what the visitor changes stays changed. */
async function describeTools(client: ApiClient): Promise<void> {
  for (const [tool, settings] of Object.entries(TOOL_SETTINGS))
    await putTool(client, tool, settings.writes ? { ...settings, infers_unknown: false } : settings);
}

/**
 * From here on the silence of a writing tool is doubt. Not from the beginning: the queue would open with the doubt of a
 * whole month, all of it overdue, which no team would have let lie.
 */
export async function inferUnknownEffects(client: ApiClient): Promise<void> {
  for (const [tool, { writes }] of Object.entries(TOOL_SETTINGS))
    if (writes) await putTool(client, tool, { writes, infers_unknown: true });
}

/** Once as well; one that was made before an interruption stays the only one of its name. */
async function makeAlerts(client: ApiClient): Promise<void> {
  const { items } = alerts.parse(await call(client, "GET", "/api/v1/alerts"));
  const names = new Set(items.map(({ name }) => name));
  for (const alert of ALERTS) if (!names.has(alert.name)) await call(client, "POST", "/api/v1/alerts", alert);
}

/** Makes a fresh installation one in which everything can be tried, and begins anew in an emptied one. */
export async function prepareInstallation(client: ApiClient, state: DemoState): Promise<void> {
  await giveAllRoles(client, state.admin_email);
  if (state.sent_until > 0 && !(await hasHistory(client, state))) {
    state.sent_until = 0;
    state.odd_keys = {};
    state.last_day_begun = false;
  }
  if (state.sent_until > 0) return;
  await describeTools(client);
  await makeAlerts(client);
}
