// over 250 lines because one dump of every table judges secrets planted at every door.
import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { RouteHandler } from "@/lib/http/define-route";
import { writeScrubTally } from "@/lib/services/scrub-tally";
import { dumpWords, FORMS, FREE_FORMS, OWN_RULE, Planted, wordColumns } from "../support/planted";
import { until } from "../support/until";
import { type LocalServer, startLocalServer } from "../webhooks/local-server";
import { call, makeKey, makePerson, openWorld, PASSWORD, tokenOf, type World } from "./world";

const ROUTES = join(import.meta.dirname, "../../app/api/v1");
const WRITES = ["POST", "PUT", "PATCH", "DELETE"] as const;

const doors = new Map<string, RouteHandler>();
for (const file of readdirSync(ROUTES, { recursive: true, encoding: "utf8" })) {
  if (!file.endsWith("route.ts")) continue;
  const module: Record<string, unknown> = await import(join(ROUTES, file));
  for (const method of WRITES) {
    const handler = module[method];
    if (typeof handler === "function")
      doors.set(`${method} /${file.replace(/\/route\.ts$/, "")}`, handler as RouteHandler);
  }
}

/** Doors that take no words, but for ids, times and choices among ours. */
const WORDLESS = new Set([
  ...["POST", "DELETE"].map((method) => `${method} /cases/[case_id]/claim`),
  ...["POST", "DELETE"].map((method) => `${method} /cases/[case_id]/assignment`),
  ...["POST", "DELETE"].map((method) => `${method} /cases/[case_id]/snooze`),
  ...["POST", "PUT", "DELETE"].map((method) => `${method} /cases/[case_id]/watch`),
  ...["start", "stop"].map((verb) => `POST /bulk-actions/[bulk_id]/${verb}`),
  ...["start", "stop"].map((verb) => `POST /replays/[replay_id]/${verb}`),
  ...["pause", "resend", "secret"].map((verb) => `POST /webhooks/[id]/${verb}`),
  "DELETE /webhooks/[id]/pause",
  "DELETE /cases/[case_id]/escalation",
  "DELETE /cases/[case_id]/attachments/[attachment_id]",
  "POST /cases/[case_id]/deliveries/[delivery_id]/resend",
  "POST /webhooks/[id]/deliveries/[delivery_id]/resend",
  "DELETE /keys/[id]",
  "DELETE /mcp",
  "PATCH /keys/[id]",
  "DELETE /profile/sessions/[id]",
  "POST /people/[id]/invitations",
  "POST /notices/read",
  "POST /quarantine/reopenings",
  "DELETE /saved-views/[view_id]",
  ...["", "/mute"].map((part) => `DELETE /alerts/[alert_id]${part}`),
  "DELETE /tools/[tool]/probe",
  "DELETE /webhooks/[id]",
  ...["PUT", "DELETE"].map((method) => `${method} /codes/[code]/retirement`),
  "DELETE /unmapped/groups/[group_id]/mark",
]);
/** Planted by `planted-secrets.property.test.ts`, and for MCP by that of the standards, in every place of an item. */
const REPORTS = new Set([
  "POST /events",
  "POST /frames",
  "PUT /frames/[reference]",
  "POST /calls",
  "POST /recoveries",
  "POST /releases",
  "POST /mcp-results",
]);
/** An admin's own words stay as typed: rules and links work as they were written (decision 0081). */
const AS_TYPED = new Set(["PUT /settings", "PUT /settings/wordings"]);

let world: World;
let ann: string;
let ben: string;
let key: string;
let outside: LocalServer;
let outsideSays = "";
const planted = new Planted();
/** What must not be touched. */
const survivors: string[] = [];

beforeAll(async () => {
  world = await openWorld({
    ERRATA_OUTGOING_ALLOW: "127.0.0.1",
    ERRATA_SECRETS_KEY: Buffer.alloc(32, 7).toString("base64"),
  });
  const roles = ["admin", "reconciler", "engineer"];
  ann = (await makePerson(world, { roles })).cookie;
  ben = (await makePerson(world, { roles })).cookie;
  key = await makeKey(world, ["ingest", "evidence", "verdicts", "cases", "read"]);
  outside = await startLocalServer((_seen, response) => {
    response.writeHead(outsideSays === "" ? 500 : 200, { "content-type": "text/plain" }).end(outsideSays);
  });
  await ask("PUT /settings", { scrub_rules: [OWN_RULE] });
  await ask("PUT /tools/[tool]", { needs_second_person: true }, { params: { tool: "second" } });
});
afterAll(async () => {
  await outside.close();
  await world.close();
});

function doorOf(door: string): RouteHandler {
  const handler = doors.get(door);
  if (handler === undefined) throw new Error(`there is no door ${door}`);
  return handler;
}

type Options = Parameters<typeof call>[1];

/** Knocks as Ann unless told otherwise; the answer must not hold a secret. */
async function answer(door: string, body: unknown, options: Options = {}): Promise<Response> {
  const [method = ""] = door.split(" ");
  const by = options.key === undefined ? { cookie: ann } : {};
  const response = await call(doorOf(door), { ...by, method, body, ...options });
  expect(planted.tracesIn(await response.clone().text()), door).toEqual([]);
  return response;
}

/** The same where it has to succeed. */
async function ask(door: string, body: unknown, options: Options = {}): Promise<Record<string, unknown>> {
  const response = await answer(door, body, options);
  const text = await response.text();
  expect(response.status, `${door} ${text}`).toBeLessThan(300);
  return text === "" ? {} : JSON.parse(text);
}

/** A case of an unknown effect that was tried twenty minutes ago. */
async function openCase(
  tool = "pay",
  tenant?: string,
): Promise<{ case_id: string; idempotency_key: string }> {
  const idempotency_key = `refund-token=${randomUUID()}`;
  survivors.push(idempotency_key);
  const occurred_at = new Date(Date.now() - 1_200_000).toISOString();
  const event = {
    ...{ reference: `err_${randomUUID().slice(0, 8)}`, event_id: randomUUID(), occurred_at },
    ...{ tool, tenant, code: "timeout", effect: "unknown", idempotency_key },
  };
  await ask("POST /events", event, { key });
  const [row] = await world.database.sql<{ case_id: string }[]>`
    select case_id from cases where idempotency_key = ${idempotency_key}`;
  return { case_id: row?.case_id ?? "", idempotency_key };
}

const now = () => new Date().toISOString();
const kept = () => {
  const order = String(200_000_000_000_000 + survivors.length);
  survivors.push(order);
  return order;
};
const evidence = (text: string, line: string) => ({
  ...{ kind: `provider ${line}`, external_id: `re_1 ${line}`, note: `${text}, order ${kept()}` },
  ...{ url: `https://x.example/${encodeURIComponent("a")}?token=${planted.next()}`, observed_at: now() },
});
const onCase = async (
  plant: (params: { case_id: string }) => Promise<unknown>,
  tool?: string,
): Promise<void> => {
  const { case_id } = await openCase(tool);
  await plant({ case_id });
};
async function quarantined(): Promise<number> {
  const reference = `err_${randomUUID().slice(0, 8)}`;
  await answer("POST /events", { reference, code: "timeout" }, { key });
  const [row] = await world.database.sql<{ quarantine_id: string }[]>`
    select quarantine_id from quarantine where reference = ${reference}`;
  return Number(row?.quarantine_id);
}

/** How words come in at each door: `text` of several lines, `line` for what is a name. */
const PLANTED: Record<string, (text: string, line: string) => Promise<unknown>> = {
  "POST /cases": async (text, line) => {
    const report = { tool: `tool ${line}`, tenant: line, environment: line, service: line };
    const asText = { reason: text, ...report, reference: `no reference ${line}` };
    await ask("POST /cases", asText);
    await ask("POST /cases", { ...asText, idempotency_key: randomUUID() }, { key });
  },
  "POST /cases/[case_id]/notes": (text) =>
    onCase((params) => ask("POST /cases/[case_id]/notes", { text: `${text} ${kept()}` }, { params })),
  "POST /cases/[case_id]/evidence": (text, line) =>
    onCase((params) =>
      ask("POST /cases/[case_id]/evidence", { ...evidence(text, line), effect: "absent" }, { params }),
    ),
  "POST /cases/[case_id]/attempts/findings": (text, line) =>
    onCase(async (params) => {
      await ask("POST /cases/[case_id]/claim", undefined, { params });
      const [row] = await world.database.sql<{ attempt_id: string }[]>`
        select attempt_id from attempts where case_id = ${params.case_id}`;
      const finding = { attempt_ids: [Number(row?.attempt_id)], found: "absent", note: text };
      const door = "POST /cases/[case_id]/attempts/findings";
      await ask(door, { ...finding, external_id: line }, { params });
    }),
  "POST /cases/[case_id]/escalation": (text) =>
    onCase((params) => ask("POST /cases/[case_id]/escalation", { reason: text }, { params })),
  "POST /cases/[case_id]/attachments": (text, line) =>
    onCase(async (params) => {
      const query = `?name=${encodeURIComponent(`${line}.txt`)}`;
      const as = (type: string) => ({ params, query, headers: { "content-type": type } });
      const file = `${"harmless line\n".repeat(200)}${text}\n`;
      await ask("POST /cases/[case_id]/attachments", file, as("text/plain"));
      await ask("POST /cases/[case_id]/attachments", `\uFEFF${file}`, as("application/octet-stream"));
    }),
  "POST /cases/[case_id]/verdict": (text, line) =>
    onCase(async (params) => {
      await ask("POST /cases/[case_id]/claim", undefined, { params });
      const body = { verdict: "committed", evidence: [evidence(text, line)] };
      const { verdict_id } = await ask("POST /cases/[case_id]/verdict", body, { params });
      const again = await ask("POST /cases/[case_id]/verdict", body, { params });
      expect(again.verdict_id).toBe(verdict_id);
    }),
  "POST /cases/[case_id]/approval": (text) =>
    onCase(async (params) => {
      await ask("POST /cases/[case_id]/claim", undefined, { params });
      const seen = { kind: "provider", external_id: "re_1", observed_at: now() };
      const body = { verdict: "committed", evidence: [seen] };
      const { verdict_id } = await ask("POST /cases/[case_id]/verdict", body, { params });
      const refusal = { verdict_id, agree: false, note: text };
      await ask("POST /cases/[case_id]/approval", refusal, { params, cookie: ben });
    }, "second"),
  "POST /cases/[case_id]/reopening": (text) =>
    onCase(async (params) => {
      await ask("POST /cases/[case_id]/claim", undefined, { params });
      const seen = { kind: "provider", external_id: "re_1", observed_at: now() };
      await ask("POST /cases/[case_id]/verdict", { verdict: "committed", evidence: [seen] }, { params });
      await ask("POST /cases/[case_id]/reopening", { reason: text }, { params });
    }),
  "POST /verdicts/[verdict_id]/acknowledgements": (_, line) =>
    onCase(async (params) => {
      await ask("POST /cases/[case_id]/claim", undefined, { params });
      const seen = { kind: "provider", external_id: "re_1", observed_at: now() };
      const body = { verdict: "committed", evidence: [seen] };
      const given = await ask("POST /cases/[case_id]/verdict", body, { params });
      const door = "POST /verdicts/[verdict_id]/acknowledgements";
      const verdict = { params: { verdict_id: String(given.verdict_id) }, key };
      const taken = await ask(door, { by: line }, verdict);
      expect(await ask(door, { by: line }, verdict)).toEqual(taken);
    }),
  "POST /cases/[case_id]/probe": async (text) => {
    const tool = `probed ${randomUUID()}`;
    const rules = [{ effect: "committed", statuses: [200], path: "said", comparison: "exists" }];
    const probe = { url: `${outside.url}/{idempotency_key}`, rules };
    await ask("PUT /tools/[tool]/probe", probe, { params: { tool } });
    outsideSays = JSON.stringify({ said: text });
    await onCase((params) => ask("POST /cases/[case_id]/probe", undefined, { params }), tool);
  },
  "POST /tools/[tool]/probe/try": async (text, line) => {
    const rules = [{ effect: "committed", statuses: [200], path: "said", comparison: "exists" }];
    const probe = { url: `${outside.url}/{idempotency_key}`, rules };
    outsideSays = JSON.stringify({ said: text });
    const values = { idempotency_key: line };
    await ask("POST /tools/[tool]/probe/try", { probe, values }, { params: { tool: `try ${line}` } });
  },
  "PUT /tools/[tool]/probe": async (_, line) => {
    const rules = [{ effect: "absent", statuses: [404] }];
    const probe = { url: "https://psp.example/{idempotency_key}", rules };
    await ask("PUT /tools/[tool]/probe", probe, { params: { tool: `probed ${line}` } });
  },
  "PUT /tools/[tool]": (_, line) =>
    ask("PUT /tools/[tool]", { writes: true }, { params: { tool: `tool ${line}` } }),
  "POST /evidence": async (text, line) => {
    const { external_id, note, url, observed_at } = evidence(text, line);
    const about = { tool: `tool ${line}`, idempotency_key: randomUUID(), tenant: line, service: line };
    const said = { effect: "committed", source: line, kind: line, external_id, note, url, observed_at };
    await ask("POST /evidence", { ...about, ...said }, { key });
  },
  "POST /cases/next": (_, line) => answer("POST /cases/next", { tool: [line] }),
  "POST /bulk-actions": async (text, line) => {
    const { case_id } = await openCase(`bulk ${line}`);
    const chosen = { case_ids: [case_id] };
    await ask("POST /bulk-actions", { kind: "note", parameters: { text }, choose: chosen });
    const verdict = { verdict: "committed", evidence: [evidence(text, line)] };
    await ask("POST /bulk-actions", { kind: "verdict", parameters: verdict, choose: chosen });
    await answer("POST /bulk-actions", { kind: "claim", choose: { tool: [line], q: `x ${line}` } });
  },
  "POST /quarantine/dismissals": async (text) => {
    const ids = [await quarantined()];
    await ask("POST /quarantine/dismissals", { choose: { ids }, count: 1, note: text });
  },
  "POST /quarantine/preview": async (text, line) => {
    const choose = { ids: [await quarantined()] };
    await ask("POST /quarantine/preview", { choose, mapping: mappingOf(text, line) });
  },
  "POST /replays": async (text, line) => {
    const choose = { ids: [await quarantined()] };
    const { replay_id } = await ask("POST /replays", { choose, mapping: mappingOf(text, line) });
    const params = { replay_id: String(replay_id) };
    await ask("POST /replays/[replay_id]/start", { count: 1 }, { params });
    await until(async () => {
      const [row] = await world.database
        .sql`select state, accepted from replays where replay_id = ${params.replay_id}`;
      expect(row).toMatchObject({ state: "done", accepted: 1 });
    });
  },
  "POST /keys": (_, line) => ask("POST /keys", { name: line, source: `source ${line}`, scopes: ["read"] }),
  "POST /people": async (_, line) => {
    await ask("POST /people", { name: line, email: `${randomUUID()}@errata.test`, roles: ["support"] });
  },
  "PATCH /people/[id]": async (_, line) => {
    const { id } = await makePerson(world, { roles: ["support"] });
    await ask("PATCH /people/[id]", { name: line }, { params: { id } });
  },
  "POST /welcome": async (_, line) => {
    const email = `${randomUUID()}@errata.test`;
    const { welcome_url } = await ask("POST /people", { name: "New", email, roles: ["support"] });
    const body = { token: tokenOf(String(welcome_url)), name: line, password: PASSWORD };
    await ask("POST /welcome", body, { headers: { "user-agent": `Browser/1 ${line}` } });
  },
  "PATCH /profile": (_, line) => ask("PATCH /profile", { name: line }, { cookie: ben }),
  "PUT /unmapped/groups/[group_id]/mark": async (_, line) => {
    const params = { group_id: randomUUID() };
    await world.database.sql`insert into unmapped_groups (group_id, kind, tool, code, class)
      values (${params.group_id}, 'plain', 'pay', 'internal_error', 'system')`;
    await ask(
      "PUT /unmapped/groups/[group_id]/mark",
      { code: "declined", release: `1.0 ${line}` },
      { params },
    );
  },
  "POST /saved-views": async (_, line) => {
    const view = { name: `${line.slice(0, 60)} ${serial()}`, query: `?q=${line}&tool=${line}` };
    const { view_id } = await ask("POST /saved-views", view);
    const params = { view_id: String(view_id) };
    await ask("PUT /saved-views/[view_id]", { ...view, query: `tool=${line}` }, { params });
    await ask("DELETE /saved-views/[view_id]", undefined, { params });
  },
  "POST /alerts": async (text, line) => {
    const place = { tenant: line, environment: `prod ${line}`, service: line, tool: `pay ${line}` };
    const rate = { kind: "rate", code: line, above: 1, per: "hour", window_minutes: 5 };
    const alert = { ...place, name: line, condition: rate };
    const { alert_id, version } = await ask("POST /alerts", alert);
    const params = { alert_id: String(alert_id) };
    await ask("PUT /alerts/[alert_id]", { ...alert, name: `changed ${line}`, version }, { params });
    await ask("POST /alerts/preview", { ...place, condition: rate });
    const until = new Date(Date.now() + 60_000).toISOString();
    await ask("PUT /alerts/[alert_id]/mute", { until, note: text.slice(0, 500) }, { params });
    const firing_id = randomUUID();
    await world.database.sql`insert into alert_firings (firing_id, alert_id, fired_at, value, peak)
      values (${firing_id}, ${params.alert_id}, now(), 2, 2)`;
    const body = { firing_id, note: text.slice(0, 500) };
    await ask("POST /alerts/[alert_id]/acknowledge", body, { params });
  },
  "POST /webhooks": async (text, line) => {
    const body = { name: line, url: `${outside.url}/hook`, types: ["case.settled"] };
    const { subscription_id } = await ask("POST /webhooks", body);
    const params = { id: String(subscription_id) };
    await ask("PATCH /webhooks/[id]", { name: `changed ${line}` }, { params });
    outsideSays = text;
    await ask("POST /webhooks/[id]/test", undefined, { params });
  },
  // A question is answered with what was looked for, to who asked it; of it nothing is stored.
  "POST /references": (text) => call(doorOf("POST /references"), { cookie: ann, body: { q: text } }),
  "POST /mcp": async (text) => {
    const params = { name: "look_up_reference", arguments: { text } };
    await call(doorOf("POST /mcp"), { key, body: { jsonrpc: "2.0", id: 1, method: "tools/call", params } });
  },
  "POST /lint": (text) => ask("POST /lint", { result: { error: "x", message: text, details: text } }),
  "POST /settings/scrubbing/trial": (text) => ask("POST /settings/scrubbing/trial", { text }),
};
/** Doors whose words are planted together with another's. */
const PLANTED_TOGETHER = new Set([
  "PUT /alerts/[alert_id]",
  "PUT /alerts/[alert_id]/mute",
  "POST /alerts/[alert_id]/acknowledge",
  "POST /alerts/preview",
  "PUT /saved-views/[view_id]",
  "PATCH /webhooks/[id]",
  "POST /webhooks/[id]/test",
]);

let count = 0;
const serial = () => {
  count += 1;
  return count;
};
const mappingOf = (text: string, line: string) => [
  { op: "set", path: "tool", value: `tool ${line}` },
  { op: "set", path: "message", value: text },
  { op: "set", path: "attributes.password", value: planted.next() },
  { op: "replace", path: "hint", from: text, to: `${text} again` },
];

it("every door that writes is planted here, or takes no words", () => {
  const known = [WORDLESS, REPORTS, AS_TYPED, PLANTED_TOGETHER, new Set(Object.keys(PLANTED))];
  expect([...doors.keys()].filter((door) => !known.some((names) => names.has(door)))).toEqual([]);
});

it("no secret that people type or keys send survives in the database or in an answer; ids and numbers do", async () => {
  let turn = 0;
  for (const part of [0, 1])
    for (const plant of Object.values(PLANTED)) {
      const text = FREE_FORMS.filter((_, index) => index % 2 === part).map((form) => form(planted.next()));
      const line = FORMS[turn % FORMS.length]?.(planted.next()).replaceAll("\n", " ") ?? "";
      turn += 1;
      await plant(text.join("\n"), line.slice(0, 90));
    }
  await writeScrubTally(world.rt);
  const stored = await dumpWords(world.database);
  expect(planted.tracesIn(stored)).toEqual([]);
  expect(survivors.filter((text) => !stored.includes(text))).toEqual([]);
  expect(stored).toMatch(/sessions\.user_agent Browser\/1 .*\[redacted\]/);
  const columns = await wordColumns(world.database);
  expect(columns.map(({ table, column }) => `${table}.${column}`)).toEqual(
    expect.arrayContaining(["public.notes.text", "public.attachments.content", "public.evidence.url"]),
  );
});

it("what a body is refused for is said back without a secret", async () => {
  const asked = ["POST /bulk-actions", "POST /replays", "POST /keys", "POST /people"];
  for (const [index, form] of FORMS.entries()) {
    const text = form(planted.next());
    const door = asked[index % asked.length] ?? "";
    for (const body of [
      { text: { said: text } },
      { [text]: 1 },
      { text: 1, password: text },
      { kind: text, parameters: { text }, choose: text },
      { mapping: [{ op: text, path: "" }], choose: { ids: [text] } },
    ])
      expect((await answer(door, body)).status, door).toBe(422);
  }
});

it.each([
  [
    "POST /calls",
    (tool: string) => ({ report_id: randomUUID(), calls: [{ tool, minute: now(), count: 1 }] }),
  ],
  [
    "POST /recoveries",
    (tool: string) => ({
      ...{ run_id: randomUUID(), tool, code: "timeout", attempts: 2, outcome: "recovered" },
      occurred_at: now(),
    }),
  ],
  ["POST /releases", (release: string) => ({ service: "shop", release, released_at: now() })],
  [
    "POST /evidence",
    (note: string) => ({
      ...{ tool: "pay", idempotency_key: randomUUID(), effect: "committed", source: "psp" },
      ...{ kind: "callback", note, observed_at: now() },
    }),
  ],
])("what %s hides is counted for the key's source", async (door, bodyOf) => {
  const counted = async () => {
    await writeScrubTally(world.rt);
    const [row] = await world.database.sql<{ found: number }[]>`
      select coalesce(sum(found), 0)::int as found from scrub_counts join sources using (source_id)
      where sources.name = 'tests' and kind = 'known_key'`;
    return row?.found ?? 0;
  };
  const before = await counted();
  await ask(door, bodyOf(`used sk-ant-${planted.next()}`), { key });
  expect(await counted()).toBe(before + 1);
});

it("evidence for a tool whose name holds a credential reaches its case", async () => {
  const tool = `pay https://u:${planted.next()}@psp.example`;
  const tenant = `shop password=${planted.next()}`;
  const { case_id, idempotency_key } = await openCase(tool, tenant);
  const said = { effect: "committed", source: "psp", kind: "callback", observed_at: now() };
  const reported = await ask("POST /evidence", { tool, tenant, idempotency_key, ...said }, { key });
  expect(reported).toMatchObject({ attached: true, case_id });
  const byHand = await ask("POST /cases", { reason: "asked again", tool, tenant, idempotency_key });
  expect(byHand.case_id).toBe(case_id);
});
