import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type BrowserWorld,
  expectAccessible,
  openBrowserWorld,
  PASSWORD,
  pressInTurn,
  untilHydrated,
} from "./world";

/*
 * The one flow of the product from end to end: a tool reports that nobody knows whether a refund happened, its runtime
 * waits, a person finds the failure by the reference that a user quoted and settles it, and the runtime is told.
 */

const EMAIL = "rita@errata.test";
const REFERENCE = "err_7c1f9a";
const KEY = "refund/8812";
const TOOL = "issue_refund";

let world: BrowserWorld;

beforeAll(async () => {
  world = await openBrowserWorld();
  await world.addPerson("Rita", EMAIL, ["reconciler"]);
  await reportUnknownRefund();
});

afterAll(() => world?.close());

function reportUnknownRefund(): Promise<unknown> {
  return world.callApi("POST", "/api/v1/events", {
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
  return world.callApi("GET", `/api/v1/verdicts?${query}`);
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${world.server.url}/queue`);
  await page.getByLabel("E-mail address").fill(EMAIL);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("link", { name: TOOL }).waitFor();
  await untilHydrated(page);
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
  const page = await world.browser.context.newPage();
  await signIn(page);
  await expectAccessible(page);

  await page.keyboard.press("/");
  await page.keyboard.insertText(`the refund failed; reference ${REFERENCE}. Please help!`);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/references/${REFERENCE}`);
  await page.getByText("I can't see yet whether your refund went through.").first().waitFor();

  await pressInTurn(page, "g", "q");
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
  await world.callApi("POST", `/api/v1/verdicts/${verdict_id}/acknowledgements`, { by: "run_1" });
  await page.getByText("The runtime acknowledged the verdict.").waitFor();
  await expectAccessible(page);
});
