import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BrowserWorld, expectAccessible, openBrowserWorld, PASSWORD, untilHydrated } from "./world";

/*
 * Everything that matches, settled at once: the set is frozen when it is asked for, counted exactly before anything is
 * done, confirmed by its number, and each case of it is named in the end.
 */

const EMAIL = "rita@errata.test";
const TOTAL = 1_201;
const HELD = 3;

let world: BrowserWorld;

beforeAll(async () => {
  world = await openBrowserWorld();
  await world.addPerson("Rita", EMAIL, ["reconciler"]);
  await report("issue_refund", 0, TOTAL);
  await report("send_email", 0, 2);
  // The key of the script holds some of them, so they are left as they are.
  for (let held = 0; held < HELD; held++) {
    await world.callApi("POST", "/api/v1/cases/next", { tool: ["issue_refund"] });
  }
});

afterAll(() => world?.close());

function report(tool: string, from: number, to: number): Promise<unknown> {
  const events = Array.from({ length: to - from }, (_, index) => ({
    ...{ reference: `err_${tool}_${from + index}`, tool, code: "provider_timeout", class: "transient" },
    ...{ effect: "unknown", idempotency_key: `${tool}-${from + index}`, tenant: "acme" },
    occurred_at: new Date(Date.now() - 3_600_000 + (from + index) * 1_000).toISOString(),
  }));
  return world.callApi("POST", "/api/v1/events?results=rejected", events);
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${world.server.url}/queue?tool=issue_refund`);
  await page.getByLabel("E-mail address").fill(EMAIL);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("tab", { name: "Open 1,201" }).waitFor();
  await untilHydrated(page);
}

type Bulk = { state: string; total: number; done: number; skipped: number; failed: number };

test("all that match are settled by one verdict, and every one is accounted for", async () => {
  const page = await world.browser.context.newPage();
  await signIn(page);

  // A range by keys, then everything that matches.
  await page.getByRole("link", { name: "issue_refund" }).first().waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.getByText("1 selected").waitFor();
  await page.keyboard.press("Shift+J");
  await page.keyboard.press("Shift+J");
  await page.getByText("3 selected").waitFor();
  await page.keyboard.press("Shift+K");
  await page.getByText("2 selected").waitFor();
  await page.keyboard.press("a");
  await page.getByText("All 1,201 that match").waitFor();
  await expectAccessible(page);

  await page.keyboard.press("b");
  // By its own focus: what is typed while a menu is still opening goes nowhere.
  await page.getByRole("menuitem", { name: "Settle …" }).press("Enter");
  const form = page.getByRole("dialog");
  await form.getByLabel("It happened", { exact: true }).check();
  await form.getByLabel(/^Note/).fill("The provider's export of today lists all of them.");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Count and check" }).click();

  // The exact preview, while the list goes on growing.
  const preview = page.getByRole("dialog");
  await preview.getByText("It happened; treat it as done.").waitFor();
  await preview.getByText("1,198", { exact: true }).waitFor();
  await preview.getByRole("table").getByText("claimed_by_other").waitFor();
  await report("issue_refund", TOTAL, TOTAL + 4);
  await preview.getByLabel(/^Type 1201/).fill("1198");
  await preview.getByRole("button", { name: "Settle 1,198 cases" }).click();
  await preview.getByText("The set holds 1201 cases.").waitFor();
  await expectAccessible(page);
  await preview.getByLabel(/^Type 1201/).fill("1,201");

  // It can be left while it runs, and found again under the head of the queue.
  const bulk_id = new URL(page.url()).searchParams.get("bulk");
  await world.database.sql.begin(async (tx) => {
    // Who holds the cases holds the action up, so that it is seen running on any machine.
    await tx`select 1 from cases for update`;
    await page.keyboard.press("Enter");
    await preview.getByRole("progressbar").waitFor();
  });
  await page.keyboard.press("Escape");
  await preview.waitFor({ state: "detached" });
  await page.getByRole("button", { name: /^Bulk actions/ }).click();
  await page.getByRole("menuitem", { name: /^Settle 1,201/ }).click();
  const result = page.getByRole("dialog");
  await result.getByRole("region", { name: "Every case of it" }).waitFor();
  const bulk = await page.evaluate(async (id) => {
    const answer = await fetch(`/api/v1/bulk-actions/${id}`);
    return (await answer.json()) as Bulk;
  }, bulk_id);
  expect(bulk).toMatchObject({ state: "done", total: TOTAL, done: TOTAL - HELD, skipped: HELD, failed: 0 });

  // What was left is named and linked.
  await expectAccessible(page);
  const links = result.getByRole("region", { name: "Every case of it" }).getByRole("link");
  expect(await links.count()).toBe(HELD);
  const href = await links.first().getAttribute("href");
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Open 7" }).waitFor();
  const left = await world.callApi<{ claimed_by: string | null; state: string }>(
    "GET",
    `/api/v1/cases/${href?.split("/").at(-1)}`,
  );
  expect(left).toMatchObject({ state: "open" });

  // The frozen set was acted on and nothing else: what came meanwhile is as it was.
  const { counts } = await world.callApi<{ counts: { open: number; settled: number } }>(
    "GET",
    "/api/v1/cases?limit=1",
  );
  expect(counts).toMatchObject({ open: HELD + 4 + 2, settled: TOTAL - HELD });
});
