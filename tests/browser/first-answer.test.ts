import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestBrowser, type TestBrowser } from "../support/browser";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { startTestServer, type TestServer } from "../support/server";

/*
 * The one flow of the product from end to end: a tool reports that nobody knows whether a refund happened, its runtime
 * waits, a person finds the failure by the reference that a user quoted and settles it, and the runtime is told.
 */

const EMAIL = "rita@errata.test";
const PASSWORD = "correct horse battery";
const REFERENCE = "err_7c1f9a";
const KEY = "refund/8812";
const TOOL = "issue_refund";

let database: TestDatabase;
let server: TestServer;
let browser: TestBrowser;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ databaseUrl: database.url });
  browser = await startTestBrowser();
  await addReconciler();
  await reportUnknownRefund();
});

afterAll(async () => {
  await browser?.close();
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

async function addReconciler(): Promise<void> {
  const invited = await callApi<{ welcome_url: string }>("POST", "/api/v1/people", {
    name: "Rita",
    email: EMAIL,
    roles: ["reconciler"],
  });
  const token = new URL(invited.welcome_url).searchParams.get("token");
  const answer = await fetch(`${server.url}/api/v1/welcome`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: new URL(server.url).origin },
    body: JSON.stringify({ token, password: PASSWORD }),
  });
  expect(answer.status).toBe(200);
}

function reportUnknownRefund(): Promise<unknown> {
  return callApi("POST", "/api/v1/events", {
    reference: REFERENCE,
    tool: TOOL,
    code: "provider_timeout",
    class: "transient",
    message: "No answer in time.",
    user_message: "I can't see yet whether your refund went through.",
    effect: "unknown",
    idempotency_key: KEY,
    tenant: "acme",
    environment: "production",
    service: "support-agent",
  });
}

type RuntimeAnswer = { state: string; directive?: string; verdict_id?: string; external_id?: string };

function waitForVerdict(): Promise<RuntimeAnswer> {
  const query = new URLSearchParams({ tool: TOOL, idempotency_key: KEY, tenant: "acme", wait_seconds: "60" });
  return callApi("GET", `/api/v1/verdicts?${query}`);
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${server.url}/queue`);
  await page.getByLabel("E-mail address").fill(EMAIL);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Queue", level: 1 }).waitFor();
}

/** axe finds nothing, in both themes. */
async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${colorScheme} ${id}: ${nodes[0]?.html}`)).toEqual([]);
  }
}

test("a quoted reference leads to the case, and its verdict to the runtime that waits", async () => {
  // The runtime has asked before anybody has looked; it may need to ask again, as each poll ends after a minute.
  let settled = false;
  const told = (async () => {
    for (;;) {
      const answer = await waitForVerdict();
      if (answer.state === "settled") return answer;
      if (settled) throw new Error(`settled, but the runtime was told ${JSON.stringify(answer)}`);
    }
  })();
  const page = await browser.context.newPage();
  await signIn(page);
  await expectAccessible(page);

  await page.keyboard.press("/");
  await page.keyboard.insertText(`the refund failed; reference ${REFERENCE}. Please help!`);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/references/${REFERENCE}`);
  await page.getByText("I can't see yet whether your refund went through.").first().waitFor();

  await page.keyboard.press("g");
  await page.keyboard.press("q");
  // The report has a link of the tool's name too.
  await page.waitForURL("**/queue*");
  await page.getByRole("link", { name: TOOL }).waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: TOOL, level: 1 }).waitFor();
  await page.getByText("No answer in time.").waitFor();

  // Opening is not claiming: nothing can be sent yet.
  const review = page.getByRole("button", { name: "Review and send" });
  expect(await review.isDisabled()).toBe(true);
  await page.keyboard.press("c");
  await page.getByText("You hold this case").waitFor();

  await page.keyboard.press("r");
  await page.keyboard.press("Space");
  await page.getByText("It happened; treat it as done.").waitFor();
  await page.getByLabel("Id there").fill("re_3QkP9x");
  await expectAccessible(page);
  await review.click();

  // A double click sends once.
  const verdicts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/verdict")) verdicts.push(request.url());
  });
  await page.getByRole("button", { name: "Send it" }).dblclick();
  settled = true;
  expect(await told).toMatchObject({ directive: "treat_as_done", external_id: "re_3QkP9x" });
  await page.getByRole("heading", { name: "Settled", exact: true }).waitFor();
  expect(verdicts).toHaveLength(1);

  const { verdict_id } = await told;
  await callApi("POST", `/api/v1/verdicts/${verdict_id}/acknowledgements`, { by: "run_1" });
  await page.getByText("The runtime acknowledged the verdict.").waitFor();
  await expectAccessible(page);
}, 180_000);
