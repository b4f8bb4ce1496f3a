// over 250 lines because one world holds all that is planted, and what stands for each parameter of a path.
import { randomUUID } from "node:crypto";
import { expect, vi } from "vitest";
import { ROLES, type Role } from "@/domain/permissions";
import { createTestDatabase } from "../support/database";
import { startTestServer } from "../support/server";
import { cookieOf, PASSWORD } from "./world";

/** Stands within all that is planted of its kind, so that whoever finds it got what was not for them. */
export const PLANTED = {
  leak: "zq7leaked",
  frame: "zq7frame",
  argument: "zq7argument",
  refused: "zq7refused",
} as const;
export type Planted = keyof typeof PLANTED;

const { leak: LEAK, frame: FRAME, argument: ARGUMENT, refused: REFUSED } = PLANTED;

const LEAKS = [
  `Traceback (most recent call last):\n  File "/srv/app/${LEAK}.py", line 3, in pay\nValueError: ${LEAK}`,
  `cannot read /srv/app/${LEAK}.yml`,
  `relation "${LEAK}" does not exist`,
  `see https://ada:${LEAK}@db.example/${LEAK}`,
  `sent to ada.${LEAK}@customer.example`,
  `/app/pay.js:12\n    charge("${LEAK}")\n    ^\n\nTypeError: x\n    at charge (/app/pay.js:12:3) { data: '${LEAK}' }`,
  `com.acme.Refused: ${LEAK}\\n\\tat com.acme.Pay.${LEAK}(Pay.java:12)`,
  `Trace\u200bback (most\u00a0recent call last):\n\n  File "pay.py", line 3\n\n    ${LEAK}\n\nValueError: ${LEAK}\n\nLocals: ${LEAK}`,
];
const TRACE = `Traceback (most recent call last):\n  File "/srv/app/${FRAME}.py", line 3, in pay\nValueError: ${FRAME}`;
const REPORTS = new Set(["events", "frames"]);
const TOOL = "issue_refund";
const REFERENCE = "err_leaked";
const UNMAPPED = "err_unmapped";

export type Answered = { as: As; what: string; text: string };

/** With which a request is made: a session's cookie or a key. */
export type As = ({ cookie: string } | { authorization: string }) & { accept?: string };

export type PlantedWorld = Awaited<ReturnType<typeof openPlantedWorld>>;

/** A server in which every text that a caller, a log or a producer may send holds something not meant for everybody. */
export async function openPlantedWorld() {
  const database = await createTestDatabase();
  const server = await startTestServer({
    databaseUrl: database.url,
    env: {
      ERRATA_OUTGOING_ALLOW: "127.0.0.1",
      ERRATA_SECRETS_KEY: Buffer.alloc(32, 7).toString("base64"),
    },
  });
  const script: As = { authorization: `Bearer ${server.key}` };
  /** What was answered while it was planted, which is for whoever asked. */
  const answered: Answered[] = [];

  /** Any answer but one of the 200s is a failure of the test's own, except where all that was reported is refused. */
  async function send<T>(as: As, method: string, path: string, body?: unknown): Promise<T> {
    const raw = typeof body === "string";
    const answer = await fetch(`${server.url}/api/v1/${path}`, {
      method,
      headers: {
        ...as,
        origin: new URL(server.url).origin,
        "content-type": raw ? "application/x-ndjson" : "application/json",
      },
      ...(body !== undefined && { body: raw ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    answered.push({ as, what: `${method} ${path}`, text });
    const refusedOnPurpose = answer.status === 422 && REPORTS.has(path);
    if (!answer.ok && !refusedOnPurpose) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return answer.headers.get("content-type")?.includes("json") ? JSON.parse(text) : (undefined as T);
  }

  async function person(roles: readonly Role[]): Promise<As> {
    const email = `${roles.join("-")}@errata.test`;
    const { welcome_url } = await send<{ welcome_url: string }>(script, "POST", "people", {
      ...{ name: roles.join(" "), email, roles },
    });
    const token = new URL(welcome_url).searchParams.get("token");
    await send(script, "POST", "welcome", { token, password: PASSWORD });
    const answer = await fetch(`${server.url}/api/auth/sign-in/email`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: new URL(server.url).origin },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    return { cookie: cookieOf(answer) };
  }

  const people = {
    support: await person(["support"]),
    reconciler: await person(["reconciler"]),
    everything: await person(ROLES),
  };
  const { key } = await send<{ key: string }>(script, "POST", "keys", {
    ...{ name: "reader", source: "reader", scopes: ["read"] },
  });
  const reader: As = { authorization: `Bearer ${key}` };
  const close = async () => {
    await server.stop();
    await database.drop();
  };
  const fill = await plant(send, script, people).catch(async (error: unknown) => {
    // The test never sees a world that was not finished, and so cannot close it.
    await close();
    throw error;
  });
  return {
    ...{ server, script, reader, send, fill, answered, ...people },
    close,
  };
}

type Send = <T>(as: As, method: string, path: string, body?: unknown) => Promise<T>;

const anHourAgo = () => new Date(Date.now() - 3_600_000).toISOString();

/** An event whose every text leaks; its effect is unknown, so that a case copies it. */
function leakingEvent(leak: string, at: number) {
  const texts = { message: leak, user_message: leak, field: leak, precondition: leak, hint: leak };
  return {
    ...{
      reference: at === 0 ? REFERENCE : `${REFERENCE}${at}`,
      event_id: randomUUID(),
      occurred_at: anHourAgo(),
    },
    ...{
      tool: TOOL,
      code: "refund_failed",
      class: "system",
      effect: "unknown",
      idempotency_key: `key-${at}`,
    },
    ...{
      tenant: "acme",
      environment: "production",
      service: "desk",
      release: "1.0",
      run_id: "run-1",
      turn: at,
    },
    ...{ ...texts, received: { [leak]: leak, deep: [leak] }, permitted: [leak, { [leak]: leak }] },
    // Frames among the arguments are frames.
    attributes: { note: ARGUMENT, log: [TRACE] },
  };
}

function events() {
  const leaking = LEAKS.map(leakingEvent);
  const [first] = leaking;
  return [
    ...leaking,
    // A value handed back, which is no leak, and what was sent where it was folded.
    { ...leakingEvent("Send a date.", 8), received: `/srv/app/${LEAK}.yml` },
    { ...leakingEvent("Send a date.", 9), ...{ code: LEAKS[1], class: LEAKS[1], effect: LEAKS[1] } },
    { ...leakingEvent("It broke.", 10), reference: UNMAPPED, code: "internal_error" },
    // Refused, in conflict with what is there, and no event at all: kept for a person to look at.
    { ...first, reference: "err_refused", tool: undefined, permitted: REFUSED },
    { ...first, message: `${LEAKS[1]}, again` },
    { reference: "err_nothing", effect: "unknown", received: { [REFUSED]: REFUSED }, permitted: REFUSED },
  ];
}

function frames(event_id: string) {
  const raw = `Traceback (most recent call last):\n  File "/srv/${FRAME}.py", line 3, in ${FRAME}\nValueError: ${FRAME}`;
  const more = { arguments: { order: ARGUMENT }, context: { host: FRAME } };
  return [
    { reference: REFERENCE, event_id, tool: TOOL, tenant: "acme", raw, ...more },
    { reference: "err_alone", raw, ...more },
    { reference: "err_refused", raw: 7, context: { host: REFUSED } },
  ];
}

type Results = { results: { event_id?: string; case_id?: string }[] };

/**
 * Plants it, works the queue so that notices, deliveries, files and sets exist, and answers what stands for each
 * parameter of a path, by the path up to it.
 */
async function plant(send: Send, script: As, people: Record<"support" | "reconciler" | "everything", As>) {
  const { support, reconciler, everything } = people;
  // Who may see an address is the question here, so that none is taken out before it is stored.
  await send(script, "PUT", "settings", { scrub_email_addresses: false });
  const webhook = await send<{ subscription_id: string }>(script, "POST", "webhooks", {
    ...{
      name: "receiver",
      url: "http://127.0.0.1:9/",
      types: ["case.opened", "case.settled", "case.reopened"],
    },
  });
  // First, so that whenever the hour is looked through they are there.
  await send(script, "POST", "frames", [{ reference: UNMAPPED, tool: TOOL, tenant: "acme", raw: TRACE }]);
  const { results } = await send<Results>(script, "POST", "events", events());
  const broken = `{"reference":"err_broken","tool":"${REFUSED}","effect":"unknown","message":"${REFUSED}\n`;
  await send(script, "POST", "events", broken);
  const [first, second] = results;
  const { event_id = "", case_id = "" } = first ?? {};
  await send(script, "POST", "frames", frames(event_id));
  await send(script, "POST", "releases", { service: "desk", release: "1.0", released_at: anHourAgo() });
  await send(script, "PUT", `tools/${TOOL}`, { writes: true });
  await send(script, "PUT", `tools/${TOOL}/probe`, {
    ...{ url: "http://127.0.0.1:9/{idempotency_key}", rules: [{ effect: "committed", statuses: [200] }] },
  });
  await send(support, "POST", "cases", { event_id, reference: REFERENCE, reason: "charged twice" });
  const attachments = `cases/${case_id}/attachments?name=seen.txt`;
  const file = await send<{ attachment_id: string }>(support, "POST", attachments, "a receipt");
  await send(reconciler, "POST", `cases/${case_id}/claim`);
  await send(reconciler, "POST", `cases/${case_id}/verdict`, {
    ...{
      verdict: "committed",
      evidence: [{ kind: "provider", external_id: "re_1", observed_at: new Date().toISOString() }],
    },
  });
  const bulk = await send<{ bulk_id: string }>(reconciler, "POST", "bulk-actions", {
    ...{ kind: "claim", choose: { case_ids: [second?.case_id] } },
  });
  await send(reconciler, "POST", "saved-views", { name: "mine", query: "view=open", shared: true });
  const { alert_id } = await send<{ alert_id: string }>(everything, "POST", "alerts", {
    ...{ name: "watched", tool: TOOL, condition: { kind: "leak", window_minutes: 60 } },
  });

  const { items } = await send<{ items: { quarantine_id: number }[] }>(everything, "GET", "quarantine");
  const ids = items.map(({ quarantine_id }) => quarantine_id);
  const replay = await send<{ replay_id: string }>(everything, "POST", "replays", {
    ...{ choose: { ids }, mapping: [{ op: "set", path: "tool", value: TOOL }] },
  });
  const delivered = await vi.waitFor(
    async () => {
      const path = `webhooks/${webhook.subscription_id}/deliveries`;
      const { items } = await send<{ items: { delivery_id: string; type: string }[] }>(script, "GET", path);
      const settled = items.find(({ type }) => type === "case.settled");
      if (settled === undefined) throw new Error("nothing was delivered yet");
      return settled;
    },
    { timeout: 60_000, interval: 100 },
  );
  expect(ids.length).toBeGreaterThanOrEqual(3);
  await vi.waitFor(
    async () => {
      const { items } = await send<{ items: { kind: string }[] }>(everything, "GET", "unmapped/worklist");
      if (!items.some(({ kind }) => kind === "frames")) throw new Error("no frames were looked through yet");
    },
    { timeout: 60_000, interval: 200 },
  );

  /** Values by the segment before a parameter; those of queries and of an assistant's tools by name. */
  const q = `it said ${REFERENCE}, ${REFERENCE}1, err_refused and err_alone`;
  return {
    ...{ "?q": q, "mcp text": q, "mcp reference": REFERENCE, "mcp event_id": event_id },
    ...{ "references/{reference}": REFERENCE, "frames/{reference}": REFERENCE, "r/{reference}": REFERENCE },
    ...{
      "cases/{case_id}": case_id,
      "queue/{case_id}": case_id,
      "attachments/{attachment_id}": file.attachment_id,
    },
    ...{ "codes/{code}": "refund_failed", "alerts/{alert_id}": alert_id },
    ...{ "bulk-actions/{bulk_id}": bulk.bulk_id, "tools/{tool}": TOOL },
    ...{ "webhooks/{id}": webhook.subscription_id, "deliveries/{delivery_id}": delivered.delivery_id },
    ...{ "quarantine/{id}": String(ids.at(-1)), "replays/{replay_id}": replay.replay_id },
    ...{ "?from": anHourAgo(), "?to": new Date(Date.now() + 60_000).toISOString(), "?event_id": event_id },
  } as Readonly<Record<string, string>>;
}
