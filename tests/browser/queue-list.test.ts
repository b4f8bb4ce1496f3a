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

/* The list as it is read: others' moves appear at once and move nothing; views are kept; numbers lead to their rows. */

const EMAIL = "rita@errata.test";

let world: BrowserWorld;
let page: Page;

beforeAll(async () => {
  world = await openBrowserWorld();
  await world.addPerson("Rita", EMAIL, ["reconciler"]);
  await report("refund-1", 5);
  await report("refund-2", 2);
  page = await world.browser.context.newPage();
  await page.goto(`${world.server.url}/queue`);
  await page.getByLabel("E-mail address").fill(EMAIL);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("tab", { name: "Open 2" }).waitFor();
  await untilHydrated(page);
});

afterAll(() => world?.close());

function report(idempotency_key: string, hoursAgo: number): Promise<unknown> {
  return world.callApi("POST", "/api/v1/events", {
    ...{
      reference: `err_${idempotency_key}`,
      tool: "issue_refund",
      code: "provider_timeout",
      effect: "unknown",
    },
    ...{ class: "transient", tenant: "acme", idempotency_key },
    occurred_at: new Date(Date.now() - hoursAgo * 3_600_000).toISOString(),
  });
}

const rowOf = (key: string) => page.getByRole("row").filter({ hasText: key });

test("what others do appears at once, and what comes waits to be taken in", async () => {
  const taken = await world.callApi<{ case_id: string }>("POST", "/api/v1/cases/next", {});
  await rowOf("refund-1").getByText("bootstrap").waitFor();
  await report("refund-0", 8);
  await page.getByText("1 new").waitFor();
  expect(await rowOf("refund-0").count()).toBe(0);
  await page.getByRole("button", { name: "Bring the list up to date" }).click();
  await rowOf("refund-0").waitFor();
  expect(await page.getByRole("row").nth(1).textContent()).toContain("refund-0");
  await world.callApi("DELETE", `/api/v1/cases/${taken.case_id}/claim`);
  await rowOf("refund-1").getByText("nobody").waitFor();
});

test("a row is claimed from the list without being opened", async () => {
  await page.keyboard.press("j");
  await page.keyboard.press("c");
  await page.getByText("You hold issue_refund").waitFor();
  await page.getByRole("tab", { name: "Mine 1" }).waitFor();
  await rowOf("refund-0").getByText("you", { exact: true }).waitFor();
});

test("a narrowed view is kept under a name and found again by keys", async () => {
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("dialog").getByLabel("Due within").selectOption("24h");
  await page.getByRole("dialog").getByLabel("Held").selectOption("false");
  await page.keyboard.press("Escape");
  // Keys of the page are its again once nothing floats over it.
  await page.getByRole("combobox", { name: "Due within" }).waitFor({ state: "detached" });
  await page.getByRole("tab", { name: "Open 2" }).waitFor();
  await page.getByRole("button", { name: /^Take away the filter: held by nobody/ }).waitFor();
  await page.keyboard.press("v");
  // By its own focus: what is typed while a menu is still opening goes nowhere.
  await page.getByRole("menuitem", { name: "Save this view …" }).press("Enter");
  await page.getByRole("dialog").getByLabel("Name").fill("Free and due today");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^Free and due today/ }).waitFor();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await page.getByRole("tab", { name: "Open 3" }).waitFor();
  await page.keyboard.press("v");
  await page.getByRole("menuitem", { name: "Free and due today" }).press("Enter");
  await page.waitForURL("**/queue?claimed=false&due=24h");
  await page.getByRole("tab", { name: "Open 2" }).waitFor();
});

test("who is asked to see to a case is told, and the notice leads there", async () => {
  const { items } = await world.callApi<{ items: { case_id: string }[] }>("GET", "/api/v1/cases?q=refund-2");
  const { items: people } = await world.callApi<{ items: { person_id: string }[] }>(
    "GET",
    "/api/v1/cases/assignees?q=Rita",
  );
  await world.callApi("POST", `/api/v1/cases/${items[0]?.case_id}/assignment`, {
    person_id: people[0]?.person_id,
  });
  await page.getByRole("button", { name: "Notices, 1 unread" }).waitFor();
  await pressInTurn(page, "g", "n");
  const notice = page.getByRole("dialog").getByRole("link", { name: /bootstrap asks you to see to it/ });
  await notice.waitFor();
  await expectAccessible(page);
  await notice.focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/queue/${items[0]?.case_id}`);
  await page.getByRole("button", { name: "Notices", exact: true }).waitFor();
});

test("a number of the figures leads to exactly its rows", async () => {
  await pressInTurn(page, "g", "f");
  await page.getByRole("heading", { name: "Figures", level: 1 }).waitFor();
  await page.getByRole("heading", { name: "How long it takes" }).waitFor();
  // With a button's words afloat, which readers have from the button itself.
  await page.getByRole("button", { name: "Notices", exact: true }).hover();
  await page.getByText(/^Notices \(/).waitFor();
  await expectAccessible(page);
  const bars = page.getByRole("table", { name: "Open cases by age" });
  await bars.getByRole("link", { name: "3", exact: true }).click();
  await page.getByRole("tab", { name: "Everything unsettled 3" }).waitFor();
  expect(await page.getByRole("row").count()).toBe(3 + 1);
});
