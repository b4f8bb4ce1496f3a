// over 250 lines because one dump of every table judges secrets planted at every door.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { POST as postCalls } from "@/app/api/v1/calls/route";
import { POST as postEvents } from "@/app/api/v1/events/route";
import { GET as getFrames, PUT as putFrames } from "@/app/api/v1/frames/[reference]/route";
import { POST as postFrames } from "@/app/api/v1/frames/route";
import { POST as postRecoveries } from "@/app/api/v1/recoveries/route";
import { GET as getReport } from "@/app/api/v1/references/[reference]/route";
import { POST as postReleases } from "@/app/api/v1/releases/route";
import { SCOPES, SYSTEM_CALLER, UNPINNED } from "@/domain/permissions";
import { DEFAULT_SETTINGS } from "@/domain/settings";
import { createContext, type Runtime } from "@/lib/services/context";
import { createKey } from "@/lib/services/keys/create-key";
import { writeScrubTally } from "@/lib/services/scrub-tally";
import { updateSettings } from "@/lib/services/settings/update-settings";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { dumpWords, FORMS, FREE_FORMS, OWN_RULE, Planted } from "../support/planted";
import { openTestRuntime } from "../support/runtime";

let database: TestDatabase;
let rt: Runtime;
let key: string;
const planted = new Planted();

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
  await updateSettings(ctx, { scrub_rules: [OWN_RULE] });
});
afterAll(async () => {
  await rt.close();
  await database.drop();
});

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
  "code",
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

const DOORS = {
  events: postEvents,
  frames: postFrames,
  calls: postCalls,
  recoveries: postRecoveries,
  releases: postReleases,
};
type Door = keyof typeof DOORS;

/** An item of a door with a text planted in one of its places, and `byName` where a value may be structured. */
type Planting = {
  door: Door;
  place: string;
  plant: (text: string, byName: Json) => Json;
  names?: true;
};
/** Names of a door's items, as it takes them. */
const namesAt = (door: Door, places: readonly string[], plant = (named: Json) => named): Planting[] =>
  places.map((place) => ({ door, place, names: true, plant: (text) => plant({ [place]: text }) }));
const PLACES: readonly Planting[] = [
  ...namesAt("events", NAMES),
  { door: "events", place: "type", plant: (text) => ({ code: undefined, type: text }) },
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
  ...namesAt("frames", NAMES.slice(0, 4), (named) => ({ ...named, exceptions: [{ type: "E" }] })),
  ...namesAt("calls", NAMES),
  ...namesAt("recoveries", NAMES),
  ...["code", "class", "outcome"].map(
    (place): Planting => ({ door: "recoveries", place, plant: (text) => ({ [place]: text }) }),
  ),
  ...namesAt("releases", ["service", "release", "environment"]),
];
/** What makes a door refuse an item, and so keep it in quarantine. */
const FAULTS: Readonly<Record<Door, readonly ((text: string) => Json)[]>> = {
  events: [
    () => ({ attempt: 0 }),
    (text) => ({ event_id: text }),
    (text) => ({ occurred_at: text }),
    (text) => ({ reference: `no reference: ${text}` }),
    () => ({ attempt: 0, effect: "unknown" }),
    (text) => ({ attempt: 0, effect: text }),
    (text) => ({ reference: `no reference: ${text}`, effect: { said: text } }),
    () => ({ occurred_at: "1970-01-01T00:00:00Z" }),
  ],
  frames: [
    (text) => ({ captured_at: text }),
    (text) => ({ event_id: text }),
    () => ({ exceptions: [], raw: "" }),
  ],
  calls: [(text) => ({ minute: text }), () => ({ count: -1 })],
  recoveries: [(text) => ({ occurred_at: text }), () => ({ attempts: 0 })],
  releases: [(text) => ({ released_at: text }), (text) => ({ url: `ftp://x/${text}` })],
};

type Sown = { place: Planting; form: number; fault: number | null; secret: string };

/** Every form in every place of every door, in an item that is taken and in one with each of the door's faults. */
function everyPlanting(): Sown[] {
  const all = PLACES.flatMap((place) =>
    (place.names ? FORMS : FREE_FORMS).flatMap((_, form) =>
      [null, ...FAULTS[place.door].keys()].map((fault) => ({ place, form, fault })),
    ),
  );
  const secrets = planted.take(all.length);
  return all.map((one, index) => ({ ...one, secret: secrets[index] ?? "" }));
}

let serial = 0;
const survivors = new Set<string>();

/** What must not be touched, in every item: reference, code, ids, plain long numbers. */
function known(door: Door): Json {
  serial += 1;
  const digits = String(100_000_000_000_000 + serial);
  const reference = `err_sk-planted_${serial}:key=v`;
  const order = { order: digits, number: Number(digits), said: `order ${digits} of ${randomUUID()}` };
  const now = new Date().toISOString();
  const run_id = `run-token:${serial}x`;
  const kept = (...texts: string[]) => {
    for (const text of texts) survivors.add(text);
  };
  if (door === "frames") {
    kept(reference, digits, order.said);
    const identity = { frames_id: randomUUID(), captured_at: now };
    return { reference, tool: "pay", ...identity, arguments: order, exceptions: [{ type: "E" }] };
  }
  if (door === "events") {
    const ids = { run_id, call_id: `call_${serial}x`, idempotency_key: `refund-${serial}x` };
    kept(reference, digits, order.said, ...Object.values(ids));
    const identity = { event_id: randomUUID(), occurred_at: now };
    return { reference, tool: "pay", code: "token_expired", ...identity, ...ids, attributes: order };
  }
  const base = { tool: "pay", service: "shop" };
  if (door === "calls") return { ...base, minute: now, count: serial };
  if (door === "releases") return { service: "shop", release: `v${serial}`, released_at: now };
  kept(run_id);
  return { ...base, run_id, code: "token_expired", attempts: 1, outcome: "recovered", occurred_at: now };
}

function itemOf({ secret, place, form, fault }: Sown): Json {
  const text = FREE_FORMS[form]?.(secret) ?? "";
  const base = known(place.door);
  const sown = { ...base, ...place.plant(text, BY_NAME(secret)) };
  // Where the planting took the place of the numbers, they are looked for beside it.
  for (const field of ["attributes", "arguments"])
    if (field in sown && sown[field] !== base[field])
      sown[field] = { ...(sown[field] as Json), kept: base[field] };
  if (fault === null) return sown;
  const broken = { ...sown, ...FAULTS[place.door][fault]?.(text) };
  if (broken.reference !== base.reference) survivors.delete(String(base.reference));
  return broken;
}

const headers = () => ({ authorization: `Bearer ${key}` });
const bodyOf = (sent: unknown) => Buffer.from(JSON.stringify(sent));

/** Sends items to their door in one request, and the whole answer. */
async function send(door: Door, items: readonly Json[]): Promise<string> {
  const sent = door === "calls" ? items.map((line) => ({ report_id: randomUUID(), calls: [line] })) : items;
  const url = `http://localhost/api/v1/${door}`;
  const answer = await DOORS[door](
    new Request(url, { method: "POST", body: bodyOf(sent), headers: headers() }),
  );
  expect(answer.status, door).toBe(207);
  return answer.text();
}

/** What the doors of one reference answer of an item: what it is told when it is put there, and what is read there. */
async function readBack(door: Door, item: Json): Promise<string> {
  const reference = String(item.reference);
  const params = { params: Promise.resolve({ reference }) };
  const url = `http://localhost/api/v1/x/${encodeURIComponent(reference)}`;
  const put = new Request(url, { method: "PUT", body: bodyOf(item), headers: headers() });
  const answers = [
    ...(door === "frames" ? [await putFrames(put, params)] : []),
    await getReport(new Request(url, { headers: headers() }), params),
    await getFrames(new Request(url, { headers: headers() }), params),
  ];
  for (const { status } of answers) expect(status).toBeLessThan(500);
  return (await Promise.all(answers.map((answer) => answer.text()))).join("\n");
}

/** What of the survivors stands in a text; whatever else has their form does no harm. */
const survivorsIn = (text: string) =>
  new Set(
    text.match(
      /err_sk-planted_\d+:key=v|(?<!\d)\d{15}(?!\d)|order \d{15} of [\da-f-]{36}|(?:run-token:|call_|refund-)\d+x/g,
    ),
  );

/** One form of each pair of place and fault: what reads is told nothing of forms. What is no reference cannot be asked for. */
function isReadBack({ place, form, fault, item }: Sown & { item: Json }): boolean {
  const forms = place.names ? FORMS : FREE_FORMS;
  const turn = (PLACES.indexOf(place) + (fault ?? -1) + 1) % forms.length;
  return typeof item.reference === "string" && !/\s/.test(item.reference) && form === turn;
}

it("no planted secret is stored or answered, wherever it stood; references, codes, ids and long numbers are", async () => {
  const all = everyPlanting().map((one) => ({ ...one, item: itemOf(one) }));
  for (const door of Object.keys(DOORS) as Door[]) {
    const items = all.filter(({ place }) => place.door === door).map(({ item }) => item);
    // What was taken the first time is a conflict now.
    const others = items.map((item) => ({ ...item, hint: "other content", language: "other" }));
    for (const sent of [items, others]) expect(planted.tracesIn(await send(door, sent)), door).toEqual([]);
  }
  for (const one of all) {
    if (!isReadBack(one)) continue;
    const answers = await readBack(one.place.door, one.item);
    expect(planted.tracesIn(answers), `${one.place.door}.${one.place.place}`).toEqual([]);
  }
  await writeScrubTally(rt);
  const stored = await dumpWords(database);
  expect(planted.tracesIn(stored)).toEqual([]);
  const left = survivorsIn(stored);
  expect([...survivors].filter((text) => !left.has(text))).toEqual([]);
  expect(stored).toContain("token_expired");
  const counts = await database.sql`select kind, sum(found)::int as found from scrub_counts group by kind`;
  expect(counts.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(["named_value", "email_address", "custom:customer", "jwt"]),
  );
});

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
  expect(await dumpWords(database)).not.toContain(secret);
});
