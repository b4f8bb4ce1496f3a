import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { POST as postResults } from "@/app/api/v1/mcp-results/route";
import { PUT as putSettings } from "@/app/api/v1/settings/route";
import { POST as postEnvelope } from "@/app/sentry/api/[n]/envelope/route";
import { SENTRY_KEEPS } from "@/domain/sentry/sentry-keeps";
import { call, makeKey, openWorld, type World } from "../access/world";
import { dumpWords, FORMS, FREE_FORMS, OWN_RULE, Planted } from "../support/planted";
import { envelopeOf } from "./sentry-world";

/* What producers of other standards say is scrubbed as it is at Errata's own doors, wherever a secret stands in it. */

let world: World;
let key: string;
const planted = new Planted();
beforeAll(async () => {
  world = await openWorld();
  key = await makeKey(world, ["ingest"]);
  const body = { scrub_rules: [OWN_RULE], sentry_keeps: [...SENTRY_KEEPS] };
  const saved = await call(putSettings, { method: "PUT", key: world.bootstrapKey, body });
  expect(saved.status).toBe(200);
});
afterAll(() => world.close());

type Plant = (text: string) => object;

const bad = { isError: true };
const RESULTS: readonly Plant[] = [
  (text) => ({ result: { ...bad, content: [{ type: "text", text }] } }),
  (text) => ({
    result: { ...bad, content: [{ type: "text", text: JSON.stringify({ code: "a", hint: text }) }] },
  }),
  (text) => ({
    result: { ...bad, structuredContent: { code: text, class: text, message: text, received: [text] } },
  }),
  (text) => ({
    result: { ...bad, _meta: { error: { user_message: text, permitted: [{ a: text }], effect: text } } },
  }),
  (text) => ({ error: { code: text, message: text, data: { field: text, precondition: text } } }),
  (text) => ({ result: text }),
  (text) => ({ result: { ...bad, content: [{ type: "text", text }] }, occurred_at: text }),
  (text) => ({ result: bad, attributes: { a: { b: text } } }),
];
const RESULT_NAMES: readonly Plant[] = ["tool", "server", "service", "tenant", "environment", "release"].map(
  (name) => (text: string) => ({ result: bad, [name]: text }),
);

const values = [{ type: "E" }];
const EVENTS: readonly Plant[] = [
  (text) => ({ exception: { values: [{ type: text, value: text, module: text }] } }),
  (text) => ({
    exception: {
      values: [{ stacktrace: { frames: [{ filename: text, function: text, context_line: text }] } }],
    },
  }),
  (text) => ({
    exception: {
      values: [{ type: "E", stacktrace: { frames: [{ function: "f", vars: { [text]: text } }] } }],
    },
  }),
  (text) => ({ message: text }),
  (text) => ({
    exception: { values },
    extra: { arguments: { a: [text] }, more: text, "sys.argv": ["--token", text] },
  }),
  (text) => ({
    exception: { values },
    user: { email: text },
    request: { headers: { cookie: text } },
    modules: { a: text },
  }),
  (text) => ({
    exception: { values },
    breadcrumbs: [{ message: text }],
    contexts: { mine: { a: text } },
    logger: text,
  }),
  (text) => ({
    exception: { values },
    transaction: text,
    server_name: text,
    release: text,
    platform: text.slice(0, 50),
  }),
  (text) => ({ exception: { values }, tags: { reference: `no reference: ${text}`, tool: "pay" } }),
];
const EVENT_NAMES: readonly Plant[] = ["tool", "tenant", "service", "run_id", "other"].map(
  (name) => (text: string) => ({
    exception: { values },
    tags: { reference: `err_${randomUUID()}`, [name]: text },
  }),
);

/** Every form in every place; names are scrubbed of fewer forms than free text. */
function sown(free: readonly Plant[], names: readonly Plant[], base: () => object): object[] {
  const each = (forms: typeof FORMS, plants: readonly Plant[]) =>
    forms.flatMap((form) => plants.map((plant) => ({ ...base(), ...plant(form(planted.next())) })));
  return [...each(FREE_FORMS, free), ...each(FORMS, names)];
}

it("no secret in a result of an MCP tool is stored or answered", async () => {
  const results = sown(RESULTS, RESULT_NAMES, () => ({ tool: "pay", id: randomUUID() }));
  const response = await call(postResults, { key, body: { results } });
  expect(response.status).toBe(207);
  expect(planted.tracesIn(await response.text())).toEqual([]);
  expect(planted.tracesIn(await dumpWords(world.database))).toEqual([]);
});

it("no secret in an event of Sentry's SDKs is stored, whatever is kept of it", async () => {
  const base = () => ({
    event_id: randomUUID(),
    timestamp: Date.now() / 1000,
    tags: { reference: `err_${randomUUID()}` },
  });
  const events = sown(EVENTS, EVENT_NAMES, base).map((event): [object, object] => [{ type: "event" }, event]);
  const response = await postEnvelope(
    new Request("http://localhost/sentry/api/1/envelope/", {
      method: "POST",
      headers: { "x-sentry-auth": `Sentry sentry_key=${key}` },
      body: envelopeOf({}, ...events),
    }),
  );
  expect(response.status).toBe(200);
  const words = await dumpWords(world.database);
  expect(planted.tracesIn(words)).toEqual([]);
  expect(words).toContain("frames.payload");
  const [stored] = await world.database.sql`select count(*)::int as rows from frames`;
  expect(stored?.rows).toBeGreaterThan(events.length / 2);
});
