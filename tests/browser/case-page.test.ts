import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestBrowser, type TestBrowser } from "../support/browser";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { startTestServer, type TestServer } from "../support/server";

/*
 * Two people at one case: each sees at once what the other does, nothing that is written is lost, and however often a
 * verdict is sent it is one.
 */

const PASSWORD = "correct horse battery";

let database: TestDatabase;
let server: TestServer;
let browsers: TestBrowser[] = [];
let rita: Page;
let ana: Page;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ databaseUrl: database.url });
  await addReconciler("Rita");
  await addReconciler("Ana");
  browsers = [await startTestBrowser(), await startTestBrowser({ dark: true })];
  rita = await signedIn(browsers[0], "Rita");
  ana = await signedIn(browsers[1], "Ana");
});

afterAll(async () => {
  for (const browser of browsers) await browser.close();
  await server?.stop();
  await database?.drop();
});

async function callApi<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${server.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${server.key}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

const emailOf = (name: string) => `${name.toLowerCase()}@errata.test`;

async function addReconciler(name: string): Promise<void> {
  const invited = await callApi<{ welcome_url: string }>("POST", "/api/v1/people", {
    ...{ name, email: emailOf(name), roles: ["reconciler"] },
  });
  const token = new URL(invited.welcome_url).searchParams.get("token");
  const answer = await fetch(`${server.url}/api/v1/welcome`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: new URL(server.url).origin },
    body: JSON.stringify({ token, password: PASSWORD }),
  });
  expect(answer.status).toBe(200);
}

async function signedIn(browser: TestBrowser | undefined, name: string): Promise<Page> {
  if (!browser) throw new Error("no browser");
  const page = await browser.context.newPage();
  const answer = await page.request.post(`${server.url}/api/auth/sign-in/email`, {
    headers: { origin: new URL(server.url).origin },
    data: { email: emailOf(name), password: PASSWORD },
  });
  expect(answer.ok()).toBe(true);
  return page;
}

type Reported = { results: { case_id: string }[] };

/** An effect nobody knows: a case of its own. `secondsAgo` is when it was tried. */
async function openCase(key: string | null, secondsAgo = 3_600): Promise<string> {
  const { results } = await callApi<Reported>("POST", "/api/v1/events", [
    {
      ...{ event_id: crypto.randomUUID(), reference: `err_${key ?? "nokey"}`, tool: "issue_refund" },
      ...{ code: "provider_timeout", class: "transient", effect: "unknown", message: "No answer in time." },
      ...{ tenant: "acme", environment: "production", service: "support-agent" },
      ...(key !== null && { idempotency_key: key }),
      occurred_at: new Date(Date.now() - secondsAgo * 1000).toISOString(),
    },
  ]);
  const [opened] = results;
  if (!opened) throw new Error("no case was opened");
  return opened.case_id;
}

/** Opens the page of a case and waits until it listens: it asks for its live stream last. */
async function visit(page: Page, case_id: string): Promise<void> {
  const listens = page.waitForRequest((request) => request.url().includes(`case_id=${case_id}`));
  await page.goto(`${server.url}/queue/${case_id}`);
  await page.getByRole("heading", { name: "issue_refund", level: 1 }).waitFor();
  await listens;
}

async function claim(page: Page): Promise<void> {
  await page.keyboard.press("c");
  await page.getByText("You hold this case").waitFor();
}

/** The claim has run out long ago, whatever the page still believes. */
async function expireClaim(case_id: string): Promise<void> {
  const { sql } = database;
  await sql`
    update cases set claimed_at = now() - interval '20 min', claim_expires_at = now() - interval '1 s'
    where case_id = ${case_id}`;
  await sql`
    update claims set claimed_at = now() - interval '20 min', expires_at = now() - interval '1 s'
    where case_id = ${case_id} and ended_at is null`;
}

async function verdictCount(case_id: string): Promise<number> {
  const [row] = await database.sql`select count(*)::int as n from verdicts where case_id = ${case_id}`;
  return row?.n;
}

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

test("another's claim and note appear by themselves, and say who", async () => {
  const case_id = await openCase("refund-live");
  await visit(ana, case_id);
  await visit(rita, case_id);
  await expectAccessible(ana);
  await claim(rita);
  await ana.getByText("Rita holds this case").waitFor();
  await ana.getByText("Rita claimed the case.").waitFor();
  expect(await ana.getByRole("button", { name: "Review and send" }).isDisabled()).toBe(true);

  await rita.keyboard.press("m");
  await rita.keyboard.insertText("The provider's page is slow today.");
  await rita.keyboard.press("Control+Enter");
  await ana.getByText("There is a new note.").waitFor();
  await ana.getByText("The provider's page is slow today.").first().waitFor();
  await expectAccessible(ana);
});

test("what was written outlives the claim, a reload and a refusal; one key takes the case again", async () => {
  const case_id = await openCase("refund-expired");
  await visit(rita, case_id);
  await claim(rita);
  await rita.keyboard.press("r");
  await rita.keyboard.press("Space");
  await rita.getByLabel("Id there").fill("re_kept");
  await expireClaim(case_id);

  await rita.keyboard.press("Control+Enter");
  await rita.getByRole("heading", { name: "Send this verdict?" }).waitFor();
  await rita.keyboard.press("Control+Enter");
  await rita.getByText("Your claim has ended").first().waitFor();
  await rita.waitForFunction(() => document.querySelector("[role=dialog]") === null);
  expect(await verdictCount(case_id)).toBe(0);
  expect(await rita.getByLabel("Id there").inputValue()).toBe("re_kept");

  await rita.reload();
  await rita.getByText("Nobody holds this case").waitFor();
  await rita.waitForFunction(
    () => document.querySelector<HTMLInputElement>("input.font-mono")?.value === "re_kept",
  );
  await claim(rita);
  await rita.keyboard.press("r");
  await rita.keyboard.press("Control+Enter");
  await rita.getByRole("heading", { name: "Send this verdict?" }).waitFor();
  await rita.keyboard.press("Control+Enter");
  await rita.getByRole("heading", { name: "Settled" }).waitFor();
  expect(await verdictCount(case_id)).toBe(1);
});

test("sent twice it is one verdict, and one key brings the next case", async () => {
  const case_id = await openCase("refund-twice");
  const next = await openCase("refund-next", 70_000);
  await visit(rita, case_id);
  await claim(rita);
  await rita.keyboard.press("r");
  await rita.keyboard.press("Space");
  await rita.locator("#verdict-form").getByLabel("Note").fill("Found in the ledger.");
  await rita.getByText('"directive": "treat_as_done"').waitFor();
  await rita.getByRole("button", { name: "Review and send" }).click();
  await rita.getByRole("button", { name: "Send it" }).dblclick();
  await rita.getByRole("heading", { name: "Settled" }).waitFor();
  expect(await verdictCount(case_id)).toBe(1);
  await expectAccessible(rita);

  await rita.keyboard.press("n");
  await rita.waitForURL(`**/queue/${next}`);
  await rita.getByText("You hold this case").waitFor();
});

test("an absence that comes too early is not sent, and the page says from when it may be", async () => {
  const case_id = await openCase(null, 60);
  await visit(ana, case_id);
  await claim(ana);
  await ana.keyboard.press("r");
  await ana.keyboard.press("ArrowDown");
  await ana.getByText(/not before .+ UTC, in 1[34]:\d\d/).waitFor();
  await ana.getByText("Too early to say that it did not happen").waitFor();
  await ana.locator("#verdict-form").getByLabel("Note").fill("Nothing there yet.");
  expect(await ana.getByRole("button", { name: "Review and send" }).isDisabled()).toBe(true);
  await ana.keyboard.press("Control+Enter");
  expect(await ana.getByRole("dialog").count()).toBe(0);
  expect(await verdictCount(case_id)).toBe(0);
  await expectAccessible(ana);
});

test("a case is assigned, put aside and handed on without the mouse", async () => {
  const case_id = await openCase("refund-hand-on");
  await visit(rita, case_id);
  await rita.keyboard.press("a");
  await rita.getByRole("option", { name: "Ana" }).waitFor();
  await rita.keyboard.type("Ana");
  await rita.waitForFunction(() => document.querySelectorAll("[role=option]").length === 1);
  await rita.keyboard.press("Enter");
  await rita.getByText("Assigned to Ana", { exact: false }).first().waitFor();

  await rita.keyboard.press("z");
  await rita.getByRole("dialog").getByText("never past its deadline", { exact: false }).waitFor();
  await rita.keyboard.press("Enter");
  await rita.getByText("Rita put it aside until", { exact: false }).waitFor();
  await rita.keyboard.press("z");
  await rita.getByText("It is back in the open view").waitFor();

  await rita.keyboard.press("e");
  await rita.keyboard.insertText("I have no access to this provider.");
  await rita.getByRole("button", { name: "Escalate it" }).press("Enter");
  await rita.getByText("Rita escalated it", { exact: false }).first().waitFor();
  await visit(ana, case_id);
  await ana.getByText("I have no access to this provider.").first().waitFor();
  await expectAccessible(rita);
});

test("where it may have happened twice, each attempt is settled before the case is", async () => {
  const case_id = await openCase("refund-double");
  await callApi("POST", `/api/v1/cases/${case_id}/claim`);
  await callApi("POST", `/api/v1/cases/${case_id}/verdict`, {
    verdict: "absent",
    evidence: [{ kind: "ledger", note: "Nothing there.", observed_at: new Date().toISOString() }],
  });
  const told = await callApi<{ verdict_id: string }>("GET", `/api/v1/verdicts?case_id=${case_id}`);
  await callApi("POST", `/api/v1/verdicts/${told.verdict_id}/acknowledgements`, { by: "run_7" });
  await callApi("POST", "/api/v1/evidence", {
    ...{ tool: "issue_refund", idempotency_key: "refund-double", effect: "committed", source: "psp" },
    ...{ kind: "callback", external_id: "re_2", observed_at: new Date().toISOString() },
  });
  await visit(rita, case_id);
  await rita.getByText("It may have happened twice").waitFor();
  await rita.getByText("Acknowledged by run_7", { exact: false }).waitFor();
  await claim(rita);
  await rita.getByText("One attempt is not settled yet: err_refund-double", { exact: false }).waitFor();
  expect(await rita.getByRole("button", { name: "Review and send" }).isDisabled()).toBe(true);
  await expectAccessible(rita);

  await rita.getByRole("checkbox", { name: "Attempt 1, err_refund-double" }).check();
  await rita.getByLabel("What became of them?").selectOption("committed");
  await rita.getByRole("button", { name: "Record it" }).click();
  await rita.getByText("found by Rita", { exact: false }).waitFor();
  await rita.getByRole("button", { name: "Use it" }).click();
  await rita.getByText("in your answer").waitFor();
  expect(await rita.getByLabel("Id there").last().inputValue()).toBe("re_2");
  expect(await rita.getByRole("button", { name: "Review and send" }).isEnabled()).toBe(true);
});
