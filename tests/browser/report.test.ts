// over 250 lines because one installation and three browsers serve all of its tests.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestBrowser, type TestBrowser } from "../support/browser";
import { until } from "../support/until";
import { type BrowserWorld, expectAccessible, openBrowserWorld, PASSWORD, untilHydrated } from "./world";

/*
 * The report behind a reference, for three audiences: support reads out what stands and opens a case, an engineer reads
 * frames and sees who looked, and an admin words what support says.
 */

const MARKER = "charge_the_card";
const TRACE = `Traceback (most recent call last):
  File "/usr/lib/python3/site-packages/httpx/_client.py", line 91, in send
    raise exc
  File "app/pay.py", line 42, in ${MARKER}
    client.post("/charges")
httpx.ReadTimeout: no answer`;

let world: BrowserWorld;
let others: TestBrowser[] = [];
let sam: Page;
let eve: Page;
let ada: Page;

async function signedIn({ context }: TestBrowser, name: string, role: string): Promise<Page> {
  const email = `${name.toLowerCase()}@errata.test`;
  await world.addPerson(name, email, [role]);
  const page = await context.newPage();
  const answer = await page.request.post(`${world.server.url}/api/auth/sign-in/email`, {
    headers: { origin: new URL(world.server.url).origin },
    data: { email, password: PASSWORD },
  });
  expect(answer.ok()).toBe(true);
  return page;
}

const event = (reference: string, parts: Record<string, unknown> = {}) => ({
  ...{ reference, tool: "issue_refund", tenant: "acme", service: "support-agent", release: "2.1" },
  ...{ code: "provider_timeout", class: "transient", message: "No answer in time.", ...parts },
});

beforeAll(async () => {
  world = await openBrowserWorld();
  others = await Promise.all([startTestBrowser(), startTestBrowser()]);
  const [second, third] = others;
  if (!second || !third) throw new Error("a browser is missing");
  sam = await signedIn(world.browser, "Sam", "support");
  eve = await signedIn(second, "Eve", "engineer");
  ada = await signedIn(third, "Ada", "admin");
  await world.callApi("POST", "/api/v1/events", [
    event("err_charged", {
      effect: "committed",
      idempotency_key: "refund-1",
      user_message: "Your refund failed.",
    }),
    event("err_unmapped", { code: "internal_error", class: "system" }),
    event("err_invalid", { code: "invalid_status", class: "validation", effect: "absent" }),
  ]);
  await world.callApi("POST", "/api/v1/frames", [
    {
      reference: "err_unmapped",
      tenant: "acme",
      tool: "issue_refund",
      raw: TRACE,
      arguments: { amount: 12 },
    },
  ]);
});

afterAll(async () => {
  await Promise.all(others.map((browser) => browser.close()));
  await world?.close();
});

/** What was pasted into the page of references, by the one who is shown the answer. */
const paste = async (page: Page, text: string) => {
  await page.goto(`${world.server.url}/references`);
  await untilHydrated(page);
  await page.getByLabel("What did the user send?").fill(text);
  await page.keyboard.press("Enter");
};

const visit = async (page: Page, reference: string, search = "") => {
  await page.goto(`${world.server.url}/r/${reference}${search}`);
  await page.getByRole("heading", { name: reference, level: 1 }).waitFor();
  await untilHydrated(page);
};

test("support reads what stands, and copies it by key", async () => {
  await visit(sam, "err_charged");
  await sam.getByRole("heading", { name: "It did happen, in spite of the error" }).waitFor();
  await sam.getByText("At the time you were told: “Your refund failed.”").waitFor();
  await sam.getByText("Do not start it again: it would happen twice.").waitFor();
  await sam.keyboard.press("c");
  await sam.getByText("Sentence copied").waitFor();
  await expectAccessible(sam);
});

test("support opens a case, and is told the moment it is settled", async () => {
  const page = await sam.context().newPage();
  // Without the net of asking every so often, what is read again is read because of the stream.
  await page.addInitScript(() => Reflect.set(window, "setInterval", () => 0));
  await visit(page, "err_charged");
  const follows = page.waitForResponse((answer) => /\/api\/v1\/live\?case_id=/.test(answer.url()));
  await page.getByRole("button", { name: "Open a case" }).click();
  await page.getByLabel("In their words").fill("I was charged twice.");
  await page.getByRole("dialog").getByRole("button", { name: "Open a case" }).click();
  await page
    .getByRole("heading", { name: "It did happen, in spite of the error; a person is checking it" })
    .waitFor();
  await page.getByText("You are told as soon as it is settled.").waitFor();
  expect((await follows).status()).toBe(200);

  const { items } = await world.callApi<{ items: { case_id: string }[] }>("GET", "/api/v1/cases?view=open");
  const case_id = items[0]?.case_id;
  await world.callApi("POST", `/api/v1/cases/${case_id}/claim`);
  await world.callApi("POST", `/api/v1/cases/${case_id}/verdict`, {
    verdict: "compensated",
    evidence: [{ kind: "ledger", external_id: "re_1", observed_at: new Date().toISOString() }],
  });
  await page.getByRole("heading", { name: "Checked: it happened and was undone" }).waitFor();
  await page.getByRole("button", { name: "Notices, 1 unread" }).click();
  await page.getByText(/^Settled by .*: it happened and was undone$/).waitFor();
  await page.close();
});

test("support never receives what stands in frames, and hands an engineer a link to them", async () => {
  await visit(sam, "err_unmapped", "?tab=frames");
  await sam.getByRole("heading", { name: "One record of frames exists" }).waitFor();
  await expectAccessible(sam);
  const page = `${world.server.url}/references/err_unmapped?tab=frames`;
  const answers = await Promise.all([
    sam.request.get(page),
    sam.request.get(page, { headers: { rsc: "1" } }),
    sam.request.get(`${world.server.url}/api/v1/references/err_unmapped`),
  ]);
  for (const answer of answers) {
    const text = await answer.text();
    expect(text).toContain("err_unmapped");
    expect(text).not.toMatch(new RegExp(`${MARKER}|ReadTimeout`));
  }
});

test("an engineer reads frames, unfolds those of libraries by key, and sees who looked", async () => {
  await visit(eve, "err_unmapped", "?tab=frames");
  await eve.getByText("Nobody has opened them before.").waitFor();
  await eve.getByText(`${MARKER} (app/pay.py)`).waitFor();
  await eve.getByText("Seen in this failure only").waitFor();
  const folded = eve.getByText("httpx/_client.py:91");
  expect(await folded.isVisible()).toBe(false);
  await eve.keyboard.press("u");
  await folded.waitFor();
  await eve.keyboard.press("u");
  await until(async () => expect(await folded.isVisible()).toBe(false));
  await expectAccessible(eve);
  await eve.setViewportSize({ width: 390, height: 844 });
  const tabs = eve.getByRole("tablist", { name: "For whom" });
  await until(async () => expect(await tabs.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0));
  await eve.setViewportSize({ width: 1440, height: 900 });

  await visit(ada, "err_unmapped", "?tab=frames");
  await ada.getByText(/Seen by/).waitFor();
  await ada.getByText("Eve", { exact: true }).waitFor();
});

test("no frames where a call was refused is as it should be, and its body is shown beside a better one", async () => {
  await visit(eve, "err_invalid", "?tab=frames");
  await eve.getByRole("heading", { name: "None were recorded: mapped at validation" }).waitFor();
  await eve.keyboard.press("2");
  await eve.getByRole("heading", { name: "As it could be" }).waitFor();
  await eve.getByText("The model has to guess which argument to change.").waitFor();
  await expectAccessible(eve);
});

test("an admin words what support says, and support says it", async () => {
  await ada.goto(`${world.server.url}/settings/wordings?class=validation&standing=absent`);
  await ada.getByRole("heading", { name: "Validation: effect absent, no case" }).waitFor();
  await untilHydrated(ada);
  const sentence = ada.getByLabel("What happened");
  await sentence.fill("We could not do that, {reference} {referense}");
  await ada.getByText("Does not know the placeholder {referense}").first().waitFor();
  await sentence.fill(`{reference}${"x".repeat(600)}`);
  await ada.getByText("Must be at most 600 characters.").waitFor();
  await sentence.fill(" ");
  await ada.getByText("Must not be empty.").waitFor();
  await sentence.fill("We could not do that. Please quote {reference}.");
  await ada.getByRole("region", { name: "Preview" }).getByText("Please quote err_7c1f9a.").waitFor();
  await expectAccessible(ada);
  await ada.getByRole("button", { name: "Save", exact: true }).click();
  await ada.getByText("The wording is saved").waitFor();
  const cell = ada.getByRole("button", { name: "validation, effect absent, no case: own wording" });
  await cell.waitFor();
  await visit(sam, "err_invalid");
  await sam.getByText("We could not do that. Please quote err_invalid.").waitFor();

  await cell.focus();
  await ada.keyboard.press("ArrowRight");
  await ada.getByRole("heading", { name: "Validation: effect committed, no case" }).waitFor();
  await ada.keyboard.press("ArrowLeft");
  await ada.getByRole("button", { name: "Reset to default" }).click();
  await ada.getByRole("button", { name: "validation, effect absent, no case: default wording" }).waitFor();
});

test("two admins at one wording do not overwrite each other unseen", async () => {
  const cell = { class: "system", standing: "absent" };
  const word = (promise: string, instead_of: object | null) =>
    world.callApi("PUT", "/api/v1/settings/wordings", {
      ...{ ...cell, instead_of, wording: { sentence: "Theirs: {reference}", promise, do_not: null } },
    });
  await ada.goto(`${world.server.url}/settings/wordings?class=system&standing=absent`);
  await untilHydrated(ada);
  await ada.getByLabel("What happened").fill("Mine: {reference}");
  await word("We call back.", null);
  await ada.getByRole("button", { name: "Save", exact: true }).click();
  const overtaken = ada.getByRole("alert").filter({ hasText: "Somebody else has changed this wording" });
  await overtaken.getByText("We call back.").waitFor();
  await overtaken.getByRole("button", { name: "Save mine instead" }).click();
  await ada.getByText("The wording is saved").waitFor();

  await ada.getByLabel("What happened").fill("Mine again: {reference}");
  const { wordings } = await world.callApi<{ wordings: Record<string, Record<string, object>> }>(
    "GET",
    "/api/v1/settings",
  );
  expect(wordings.system?.absent).toMatchObject({ sentence: "Mine: {reference}" });
  await word("We write.", wordings.system?.absent ?? null);
  await ada.getByRole("button", { name: "Save", exact: true }).click();
  await overtaken.getByRole("button", { name: "Keep theirs" }).click();
  await until(async () =>
    expect(await ada.getByLabel("What happened").inputValue()).toBe("Theirs: {reference}"),
  );
});

test("the id of a case that was opened by hand leads to the case", async () => {
  const opened = await sam.request.post(`${world.server.url}/api/v1/cases`, {
    headers: { origin: new URL(world.server.url).origin },
    data: { tool: "book_slot", tenant: "acme", reason: "Booked twice, they say." },
  });
  const { case_id } = (await opened.json()) as { case_id: string };
  await paste(sam, `they quote case ${case_id}`);
  await sam.getByRole("heading", { name: "A case without a failure" }).waitFor();
  await expectAccessible(sam);
  await sam.getByRole("link", { name: "A case without a failure: book_slot" }).click();
  await sam.waitForURL(`**/queue/${case_id}`);
});

/** A source that reported all day and fell silent a quarter of an hour ago. */
async function addSilentSource({ sql }: BrowserWorld["database"]): Promise<void> {
  const [desk] = await sql`insert into sources (name) values ('desk') returning source_id`;
  await sql`insert into keys (prefix, name, source_id, scopes, hash, created_by)
    values ('silent', 'desk', ${desk?.source_id}, array['ingest'], repeat('a', 64), 'Ada')`;
  await sql`insert into intake_counts (source_id, door, slot, measure, detail, items)
    select ${desk?.source_id}::int, 'events',
      date_bin('5 minutes', now(), '2026-01-01T00:00Z') - n * interval '5 minutes', 'accepted', '', 3
    from generate_series(4, 76) as n`;
}

test("what is not here yet is looked for again by the page, and opened when it has come", async () => {
  await addSilentSource(world.database);
  // Its frames were refused, so that the reference is known and its event is not.
  await world.callApi("POST", "/api/v1/frames", [
    { reference: "err_0nitsway", tenant: "acme", raw: TRACE, captured_at: "yesterday" },
    { reference: "err_unmapped", tenant: "acme", tool: "issue_refund", raw: TRACE },
  ]);
  await paste(sam, "it says “err_0nitsway”, what now?");
  await sam.getByRole("heading", { name: "Not here yet" }).waitFor();
  await sam.getByText(/^desk is \d+ min behind, so what happened lately may still be on its way/).waitFor();
  await sam.getByText("This page looks again by itself and opens it.").waitFor();
  await sam.getByText(/^Last looked at/).waitFor();
  await expectAccessible(sam);
  expect(new URL(sam.url()).pathname).toBe("/references");

  await world.callApi("POST", "/api/v1/events", [event("err_0nitsway", { effect: "absent" })]);
  await sam.getByRole("heading", { name: "err_0nitsway", level: 1 }).waitFor();
  expect(new URL(sam.url()).pathname).toBe("/references/err_0nitsway");
  await sam.getByText("provider_timeout").first().waitFor();
  await untilHydrated(sam);
  await sam.keyboard.press("3");
  await sam.getByRole("heading", { name: "They came and were refused" }).waitFor();
  await sam.getByText("refused (invalid_captured_at)").waitFor();
});
