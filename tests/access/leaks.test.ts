import { afterAll, beforeAll, expect, it } from "vitest";
import { GET as readCase } from "@/app/api/v1/cases/[case_id]/route";
import { GET as listCases, POST as postCase } from "@/app/api/v1/cases/route";
import { GET as listEvents, POST as postEvents } from "@/app/api/v1/events/route";
import { GET as exportEvents } from "@/app/api/v1/events.csv/route";
import { GET as listLeaks } from "@/app/api/v1/intake/leaks/route";
import { GET as readReport } from "@/app/api/v1/references/[reference]/route";
import { POST as lookUp } from "@/app/api/v1/references/route";
import { type LeaksAnswer, leaksAnswer } from "@/lib/contract/leaks";
import { call, makeKey, makePerson, openWorld, type World } from "./world";

/** Stands within each leak; whoever may not see frames must never get it. */
const MARKER = "zq7leaked";

const LEAKS: Record<string, string> = {
  trace: `Traceback (most recent call last):\n  File "/srv/app/${MARKER}.py", line 3, in pay\nValueError: ${MARKER}`,
  path: `cannot read /srv/app/${MARKER}.yml`,
  sql: `relation "${MARKER}" does not exist`,
  secret_url: `see https://ada:${MARKER}@db.example/${MARKER}`,
  email_address: `sent to ada.${MARKER}@customer.example`,
  "trace, uncaught": `/app/pay.js:12\n    charge("${MARKER}")\n    ^\n\nTypeError: x\n    at charge (/app/pay.js:12:3)`,
  "trace, dumped": `AxiosError: ${MARKER}\n    at settle (/app/pay.js:12:3) {\n  config: { data: '${MARKER}' }\n}`,
  "trace, escaped": `com.acme.PayException: ${MARKER}\\n\\tat com.acme.Pay.${MARKER}(Pay.java:12)`,
  "trace, spaced": `Trace\u200bback (most\u00a0recent call last):\n\n  File "pay.py", line 3\n\nValueError: ${MARKER}`,
};
const FIELDS = ["message", "user_message", "field", "precondition", "hint"] as const;

let world: World;
let engineer: string;
let support: string;
let reader: string;
let references: string[];

beforeAll(async () => {
  world = await openWorld();
  engineer = (await makePerson(world, { roles: ["engineer"] })).cookie;
  support = (await makePerson(world, { roles: ["support"] })).cookie;
  reader = await makeKey(world, ["read"]);
  const events = Object.values(LEAKS).flatMap((leak, at) => [
    ...FIELDS.map((field) => eventOf({ [field]: leak, reference: `err_${field}_${at}` })),
    eventOf({ received: { deep: [leak], [leak]: 1 }, permitted: [leak], reference: `err_values_${at}` }),
    eventOf({ code: leak, class: leak, effect: leak, reference: `err_sent_${at}` }),
  ]);
  references = events.map(({ reference }) => reference);
  const answer = await call(postEvents, { key: world.bootstrapKey, method: "POST", body: events });
  expect(await answer.json()).toMatchObject({ accepted: events.length });
});
afterAll(() => world.close());

const eventOf = (parts: Record<string, unknown> & { reference: string }) => ({
  ...{ tool: "issue_refund", code: "refund_failed", class: "system", tenant: "acme" },
  ...{ event_id: crypto.randomUUID(), occurred_at: new Date().toISOString(), ...parts },
});

type As = { cookie: string } | { key: string };

async function textsFor(as: As): Promise<string> {
  const answers = [
    await call(listEvents, { ...as, query: "?limit=100" }),
    await call(exportEvents, as),
    await call(lookUp, {
      ...as,
      method: "POST",
      body: { q: `it said ${references[0]} and ${references[7]}` },
    }),
  ];
  for (const reference of references) answers.push(await call(readReport, { ...as, params: { reference } }));
  for (const answer of answers) expect(answer.status).toBe(200);
  return (await Promise.all(answers.map((answer) => answer.text()))).join("\n");
}

it("never reaches who may not see frames, in whatever text it stands", async () => {
  for (const as of [{ cookie: support }, { key: reader }]) {
    const texts = await textsFor(as);
    expect(texts.slice(Math.max(0, texts.indexOf(MARKER) - 200), texts.indexOf(MARKER) + 20)).not.toContain(
      MARKER,
    );
    for (const mark of ["[trace]", "[path]", "[sql]", "[secret url]", "[e-mail address]"])
      expect(texts.includes(mark), mark).toBe(true);
  }
});

it("is shown to engineers as it was, but for secrets", async () => {
  const texts = await textsFor({ cookie: engineer });
  expect(texts.includes(`/srv/app/${MARKER}.yml`)).toBe(true);
  // Addresses are hidden before they are stored, unless an installation keeps them.
  expect(texts.includes("sent to [e-mail]")).toBe(true);
  expect(texts.includes(`ada:${MARKER}@db`)).toBe(false);
});

it("is not said to a user again, not even by an engineer", async () => {
  const reference = references[FIELDS.indexOf("user_message")] ?? "";
  const report = await (await call(readReport, { cookie: engineer, params: { reference } })).json();
  expect(report.events[0].user_message).toContain(MARKER);
  // Where nothing but a mark would be left, the class has words of its own.
  expect(report.say_to_user.sentence).not.toMatch(/\[trace\]|^\s*$/);
  expect(JSON.stringify(report.say_to_user)).not.toContain(MARKER);
});

it("is no leak when it is the caller's own value, and still not for support", async () => {
  const values = { path: `/srv/app/${MARKER}.yml`, email: `ada.${MARKER}@customer.example` };
  const event = eventOf({ reference: "err_own", tool: "read_file", received: values });
  await call(postEvents, { key: world.bootstrapKey, method: "POST", body: [event] });
  expect((await leaksFor({ cookie: engineer }, "?tool=read_file")).items).toEqual([]);
  const read = async (cookie: string) =>
    (await (await call(readReport, { cookie, params: { reference: "err_own" } })).json()).model_body.received;
  expect(await read(support)).toEqual({ path: "[path]", email: "[e-mail address]" });
  expect(await read(engineer)).toMatchObject({ path: values.path });
});

it("is masked in a case that support opened", async () => {
  const [row] = await world.database
    .sql`select event_id from events where reference = ${references[0] ?? ""}`;
  const body = { event_id: row?.event_id, reference: references[0], reason: "charged twice" };
  const opened = await call(postCase, { cookie: support, method: "POST", body });
  expect([200, 201, 202]).toContain(opened.status);
  const { case_id } = (await opened.json()) as { case_id: string };
  const mine = await call(readCase, { cookie: support, params: { case_id } });
  const list = await call(listCases, { cookie: support });
  expect(mine.status).toBe(200);
  const texts = `${await mine.text()}${await list.text()}`;
  expect(texts).not.toContain(MARKER);
  expect(texts).toContain("[trace]");
});

async function leaksFor(as: As, query = ""): Promise<LeaksAnswer> {
  const answer = await call(listLeaks, { ...as, query });
  expect(answer.status).toBe(200);
  return leaksAnswer.parse(await answer.json());
}

it("is counted by tool, each event once, with the share of the tool's failures and masked examples", async () => {
  const { items } = await leaksFor({ cookie: engineer }, "?tool=issue_refund");
  const leaking = Object.keys(LEAKS).length * (FIELDS.length + 2);
  expect(items).toMatchObject([{ tool: "issue_refund", events: leaking, failures: references.length }]);
  expect(items[0]?.share).toBeCloseTo(leaking / references.length);
  expect(JSON.stringify(items)).not.toContain(MARKER);
  const kinds = new Set(items[0]?.parts.map(({ kind }) => kind));
  expect([...kinds].sort()).toEqual(["email_address", "path", "secret_url", "sql", "trace"]);
  const paths = await leaksFor({ cookie: engineer }, "?kind=path");
  expect(new Set(paths.items[0]?.parts.map(({ kind }) => kind))).toEqual(new Set(["path"]));
  expect(paths.items[0]).toMatchObject({ events: null, share: null });
});

it("is counted once however often the same event comes, and marked on it", async () => {
  const event = eventOf({ reference: "err_again", message: LEAKS.path, tool: "send_mail" });
  for (const _ of [1, 2])
    await call(postEvents, { key: world.bootstrapKey, method: "POST", body: [event, event] });
  const { items } = await leaksFor({ cookie: engineer }, "?tool=send_mail");
  expect(items).toMatchObject([{ events: 1, failures: 1, share: 1 }]);
  const [row] = await world.database.sql`select marks from events where reference = 'err_again'`;
  expect(row?.marks).toEqual(["leaked"]);
});

it("shows who is confined only what leaked within their part", async () => {
  const confined = await makePerson(world, { roles: ["engineer"], tenants: ["other"] });
  expect((await leaksFor({ cookie: confined.cookie })).items).toEqual([]);
  const within = await makePerson(world, { roles: ["engineer"], tenants: ["acme"] });
  expect((await leaksFor({ cookie: within.cookie }, "?tool=issue_refund")).items).toHaveLength(1);
});

it("is not for support to list", async () => {
  expect((await call(listLeaks, { cookie: support })).status).toBe(403);
});
