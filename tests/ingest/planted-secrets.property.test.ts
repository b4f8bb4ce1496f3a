// over 250 lines because one dump of every table judges secrets planted at every door.
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { POST as postEvents } from "@/app/api/v1/events/route";
import { GET as getFrames, PUT as putFrames } from "@/app/api/v1/frames/[reference]/route";
import { POST as postFrames } from "@/app/api/v1/frames/route";
import { GET as getReport } from "@/app/api/v1/references/[reference]/route";
import { SCOPES, SYSTEM_CALLER, UNPINNED } from "@/domain/permissions";
import { DEFAULT_SETTINGS } from "@/domain/settings";
import { createContext, type Runtime } from "@/lib/services/context";
import { createKey } from "@/lib/services/keys/create-key";
import { writeScrubTally } from "@/lib/services/scrub-tally";
import { updateSettings } from "@/lib/services/settings/update-settings";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { openTestRuntime } from "../support/runtime";

let database: TestDatabase;
let rt: Runtime;
let key: string;

beforeAll(async () => {
  database = await createTestDatabase();
  rt = openTestRuntime(database);
  const ctx = createContext(rt, SYSTEM_CALLER, DEFAULT_SETTINGS);
  ({ key } = await createKey(ctx, {
    name: "all",
    source: "planter",
    scopes: [...SCOPES],
    expires_at: null,
    ...UNPINNED,
  }));
  const scrub_rules = [{ name: "customer", pattern: "CUST-[A-Za-z0-9]+", label: "[customer]" }];
  await updateSettings(ctx, { scrub_rules });
});
afterAll(async () => {
  await rt.close();
  await database.drop();
});

/** Ways in which a secret stands in a text; each gives itself away by itself. */
const FORMS: readonly ((secret: string) => string)[] = [
  (s) => `login failed, password:${s} in a sentence`,
  (s) => `{"user":{"accessToken":"${s} ${s}"}}`,
  (s) => `{\\"client_secret\\": \\"${s}\\"}`,
  (s) => `https://api.example/v1?api_key=${s}&page=2`,
  (s) => `postgres://app:${s}@db.internal/shop`,
  (s) => `Authorization: Basic ${s}==`,
  (s) => `Cookie: a=b; sid=${s}`,
  (s) => `deploy --token ${s} --to eu`,
  (s) => `got Bearer ${s}${s}`,
  (s) => `eyJhbGciOiJIUzI1NiJ9.eyJ${s}.${s}`,
  (s) => `-----BEGIN PRIVATE KEY-----\n${s}\n-----END PRIVATE KEY-----`,
  (s) => `used ghp_${s}${s} there`,
  (s) => `used sk-ant-${s} there`,
  (s) => `<password>${s}</password>`,
  (s) => `Key (reset_token)=(${s}) already exists.`,
  (s) => `const apiKey = '${s}';`,
];
/** Free text is scrubbed of these too; names are not (decision 0061). */
const FREE_FORMS: typeof FORMS = [
  ...FORMS,
  (s) => `DETAIL: Key (email)=(${s}@mail.example) already exists.`,
  (s) => `customer CUST-${s} is unknown`,
];

type Json = Record<string, unknown>;
const deep = (text: string) => ({ list: [1, { inner: [text] }], [text]: true });
const BY_NAME = (secret: string) => ({
  login: { password: secret, credentials: { list: [secret] } },
  headers: [{ name: "X-Api-Key", value: secret }],
  pairs: [["Cookie", secret]],
  argv: ["--secret", secret],
});

const NAMES = ["tool", "tenant", "environment", "service", "release"] as const;
const EVENT_TEXTS = [
  "message",
  "user_message",
  "field",
  "precondition",
  "hint",
  "class",
  "effect",
  "error",
  "surprise",
] as const;
const EVENT_VALUES = ["received", "attributes"] as const;
const FRAME_PARTS = ["file", "function", "code"] as const;
const EXCEPTION_PARTS = ["type", "message", "module"] as const;

/** An item of a door with a text planted in one of its places, and `byName` where a value may be structured. */
type Planting = {
  door: "events" | "frames";
  place: string;
  plant: (text: string, byName: Json) => Json;
  names?: true;
};
const PLACES: readonly Planting[] = [
  ...NAMES.map(
    (place): Planting => ({ door: "events", place, names: true, plant: (text) => ({ [place]: text }) }),
  ),
  ...EVENT_TEXTS.map((place): Planting => ({ door: "events", place, plant: (text) => ({ [place]: text }) })),
  ...EVENT_VALUES.map(
    (place): Planting => ({
      door: "events",
      place,
      plant: (text, byName) => ({ [place]: { ...deep(text), byName } }),
    }),
  ),
  { door: "events", place: "permitted", plant: (text, byName) => ({ permitted: [text, byName] }) },
  {
    door: "frames",
    place: "raw",
    plant: (text) => ({ raw: `ValueError: ${text}\n    at f (/app/a.js:1:2)\n${text}` }),
  },
  { door: "frames", place: "arguments", plant: (text, byName) => ({ arguments: { ...deep(text), byName } }) },
  { door: "frames", place: "context", plant: (text, byName) => ({ context: { ...deep(text), byName } }) },
  ...EXCEPTION_PARTS.map(
    (place): Planting => ({
      door: "frames",
      place,
      plant: (text) => ({ exceptions: [{ [place]: text, frames: [] }] }),
    }),
  ),
  ...FRAME_PARTS.map(
    (place): Planting => ({
      door: "frames",
      place,
      plant: (text) => ({ exceptions: [{ type: "E", frames: [{ [place]: text }] }] }),
    }),
  ),
  ...NAMES.slice(0, 4).map(
    (place): Planting => ({
      door: "frames",
      place,
      names: true,
      plant: (text) => ({ [place]: text, exceptions: [{ type: "E" }] }),
    }),
  ),
];
/** What makes a door refuse an item, and so keep it in quarantine. */
const FAULTS: Readonly<Record<Planting["door"], readonly ((text: string) => Json)[]>> = {
  events: [
    () => ({ attempt: 0 }),
    (text) => ({ event_id: text }),
    (text) => ({ occurred_at: text }),
    (text) => ({ reference: `no reference: ${text}` }),
    () => ({ attempt: 0, effect: "unknown" }),
    () => ({ occurred_at: "1970-01-01T00:00:00Z" }),
  ],
  frames: [
    (text) => ({ captured_at: text }),
    (text) => ({ event_id: text }),
    () => ({ exceptions: [], raw: "" }),
  ],
};

const unit = fc.constantFrom(..."abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789");
const secrets = fc.string({ unit, minLength: 18, maxLength: 18 }).map((text) => `Zq7${text}`);
const plantings = fc.record({
  secret: secrets,
  place: fc.constantFrom(...PLACES),
  form: fc.nat(),
  fault: fc.option(fc.nat(), { nil: null, freq: 2 }),
  twice: fc.boolean(),
});
type Planted = typeof plantings extends fc.Arbitrary<infer T> ? T : never;

let serial = 0;
const survivors: string[] = [];

/** What must not be touched, in every item: reference, code, ids, plain long numbers. */
function known(door: Planting["door"]): Json {
  serial += 1;
  const digits = String(100_000_000_000_000 + serial);
  const reference = `err_sk-planted_${serial}:key=v`;
  const order = { order: digits, number: Number(digits), said: `order ${digits} of ${crypto.randomUUID()}` };
  const ids =
    door === "events"
      ? { run_id: `run-token:${serial}x`, call_id: `call_${serial}x`, idempotency_key: `refund-${serial}x` }
      : {};
  survivors.push(reference, `"${digits}"`, order.said, ...Object.values(ids));
  return door === "events"
    ? { reference, tool: "pay", code: "token_expired", ...ids, attributes: order }
    : { reference, tool: "pay", arguments: order, exceptions: [{ type: "E" }] };
}

function itemOf({ secret, place, form, fault }: Planted): Json {
  const forms = place.names ? FORMS : FREE_FORMS;
  const text = forms[form % forms.length]?.(secret) ?? "";
  const base = known(place.door);
  const planted = { ...base, ...place.plant(text, BY_NAME(secret)) };
  // Where the planting took the place of the numbers, they are looked for beside it.
  for (const field of ["attributes", "arguments"])
    if (field in planted && planted[field] !== base[field])
      planted[field] = { ...(planted[field] as Json), kept: base[field] };
  if (fault === null) return planted;
  const faults = FAULTS[place.door];
  const broken = { ...planted, ...faults[fault % faults.length]?.(text) };
  if (broken.reference !== base.reference) survivors.splice(survivors.indexOf(String(base.reference)), 1);
  return broken;
}

async function send(item: Json, door: Planting["door"]): Promise<string> {
  const headers = { authorization: `Bearer ${key}` };
  const body = Buffer.from(JSON.stringify(item));
  const post = door === "events" ? postEvents : postFrames;
  const answer = await post(
    new Request(`http://localhost/api/v1/${door}`, { method: "POST", body, headers }),
  );
  expect([200, 207, 422]).toContain(answer.status);
  const reference = String(item.reference);
  // Nobody can ask for what is no reference.
  if (/\s/.test(reference)) return answer.text();
  const params = { params: Promise.resolve({ reference }) };
  const url = `http://localhost/api/v1/x/${encodeURIComponent(reference)}`;
  const put =
    door === "frames"
      ? await putFrames(new Request(url, { method: "PUT", body, headers }), params)
      : answer.clone();
  const read = [
    await getReport(new Request(url, { headers }), params),
    await getFrames(new Request(url, { headers }), params),
  ];
  const texts = await Promise.all([answer, put, ...read].map((response) => response.text()));
  return texts.join("\n");
}

/** Every row of every table as text, with what is compressed unfolded. */
async function dump(): Promise<string> {
  const tables = await database.sql<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = relnamespace
    where relkind in ('r', 'p') and not relispartition and nspname not in ('pg_catalog', 'information_schema')`;
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await database.sql.unsafe(`select * from ${name}`);
    for (const row of rows)
      for (const value of Object.values(row))
        texts.push(
          Buffer.isBuffer(value)
            ? unfolded(value)
            : typeof value === "string"
              ? value
              : JSON.stringify(value),
        );
  }
  return texts.join("\n");
}

function unfolded(bytes: Buffer): string {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
    ? gunzipSync(bytes).toString("utf8")
    : bytes.toString("latin1");
}

it("no planted secret is stored or answered, wherever it stood; references, codes, ids and long numbers are", async () => {
  const planted: Planted[] = [];
  await fc.assert(
    fc.asyncProperty(fc.array(plantings, { minLength: 4, maxLength: 8 }), async (items) => {
      for (const one of items) {
        planted.push(one);
        const item = itemOf(one);
        const answers = await send(item, one.place.door);
        expect(answers, `${one.place.door}.${one.place.place}`).not.toContain(one.secret);
        if (one.twice) await send({ ...item, hint: "other content" }, one.place.door);
      }
    }),
    { numRuns: 60, endOnFailure: true },
  );
  await writeScrubTally(rt);
  const stored = await dump();
  const leaked = planted.filter(({ secret }) => stored.includes(secret));
  expect(
    leaked.map(({ place, form, fault, secret }) => [
      place.door,
      place.place,
      form % 18,
      fault,
      stored.slice(stored.indexOf(secret) - 80, stored.indexOf(secret) + 40),
    ]),
  ).toEqual([]);
  const escaped = (text: string) =>
    stored.includes(text) || stored.includes(JSON.stringify(text).slice(1, -1));
  expect(survivors.filter((text) => !escaped(text))).toEqual([]);
  expect(stored).toContain("token_expired");
  const counts = await database.sql`select kind, sum(found)::int as found from scrub_counts group by kind`;
  expect(counts.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(["named_value", "email_address", "custom:customer", "jwt"]),
  );
}, 120_000);

it("what cannot be read at all is scrubbed too", async () => {
  const secret = "Zq7unreadable2345678";
  const lines = [
    `{"reference": "err_x", "password": "${secret}`,
    `not json, token=${secret}`,
    `"authorization: ${secret}"`,
  ];
  const request = new Request("http://localhost/api/v1/events", {
    method: "POST",
    body: Buffer.from(lines.join("\n")),
    headers: { authorization: `Bearer ${key}`, "content-type": "application/x-ndjson" },
  });
  const answer = await postEvents(request);
  expect([answer.status, await answer.text()]).toEqual([422, expect.not.stringContaining(secret)]);
  expect(await dump()).not.toContain(secret);
});
