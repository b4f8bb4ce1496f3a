import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "../support/until";
import { type BrowserWorld, expectAccessible, openBrowserWorld, PASSWORD, untilHydrated } from "./world";

/* What comes in, and what did not: sources with their numbers, and the way from a number to its rows. */

const EMAIL = "enno@errata.test";

let world: BrowserWorld;
let page: Page;

beforeAll(async () => {
  world = await openBrowserWorld();
  await world.addPerson("Enno", EMAIL, ["engineer"]);
  page = await world.browser.context.newPage();
  await page.goto(`${world.server.url}/intake`);
  await page.getByLabel("E-mail address").fill(EMAIL);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Intake" }).waitFor();
  await untilHydrated(page);
});

afterAll(() => world?.close());

const event = (parts: Record<string, unknown> = {}) => ({
  ...{ reference: "err_7c1f9a", tool: "issue_refund", code: "invalid_status", event_id: crypto.randomUUID() },
  ...{ occurred_at: new Date().toISOString(), ...parts },
});

/** Rejections answer 422 or 207, which is no failure here. */
async function send(...items: unknown[]): Promise<void> {
  const answer = await fetch(`${world.server.url}/api/v1/events`, {
    method: "POST",
    headers: { authorization: `Bearer ${world.server.key}`, "content-type": "application/json" },
    body: JSON.stringify(items),
  });
  expect([200, 207, 422]).toContain(answer.status);
}

test("an intake that nothing came to says how to send the first event", async () => {
  await page.getByText("Waiting for your first event").waitFor();
});

test("what comes in appears, source by source, each number with what it is a share of", async () => {
  const stored = event();
  await send(stored, stored, event({ tool: "" }), event({ tool: undefined }));
  await page.reload();
  const row = page.getByRole("row").filter({ hasText: "bootstrap" });
  await row.waitFor();
  await page.getByText("2 of 4 items", { exact: true }).waitFor();
  await page.getByText("1 of 4 items, each counted once").waitFor();
  await expectAccessible(page);
});

test("what leaked stands by tool, masked, and can be narrowed to a kind", async () => {
  await page.goto(`${world.server.url}/intake/leaks`);
  await page.getByText("No leak was found in these days").waitFor();
  const leaked = "cannot read /srv/app/config/production.yml";
  await send(event({ tool: "book_slot", message: leaked, hint: 'relation "slots" does not exist' }));
  await page.reload();
  const table = page.getByRole("table", { name: "What book_slot leaks" });
  const example = table.getByText("cannot read [path]").filter({ visible: true });
  await example.waitFor();
  await page.getByText("1 of 1 failures leak").waitFor();
  expect(await table.getByRole("row").count()).toBe(1 + 2);
  expect(await page.content()).not.toContain("/srv/app");
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 900 });
  const box = await example.boundingBox();
  expect((box?.x ?? 390) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "SQL" }).click();
  await page.waitForURL("**/intake/leaks?kind=sql");
  await until(async () => expect(await table.getByRole("row").count()).toBe(1 + 1));
  await page.goto(`${world.server.url}/intake`);
  await page.getByRole("row").filter({ hasText: "bootstrap" }).waitFor();
});

test("a source opens by key to its reasons, and closes to where one was", async () => {
  await untilHydrated(page);
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: "bootstrap" });
  await panel.waitFor();
  await panel.getByRole("heading", { name: "Rejected, by reason" }).waitFor();
  expect(page.url()).toContain("open=bootstrap");
  expect(await panel.getByRole("link").first().getAttribute("href")).toContain("/intake/quarantine?source=");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  await until(() => expect(page.url()).not.toContain("open="));
});

test("the parts of the intake are tabs that keep the range", async () => {
  await page.goto(`${world.server.url}/intake?range=6h`);
  const tabs = page.getByRole("navigation", { name: "Intake" });
  for (const [name, path] of [
    ["Quarantine", "/intake/quarantine"],
    ["Leaks", "/intake/leaks"],
  ] as const)
    expect(await tabs.getByRole("link", { name }).getAttribute("href")).toBe(`${path}?range=6h`);
  await page.getByRole("row").filter({ hasText: "bootstrap" }).waitFor();
});

test("what misses its tool is mended and sent again, after one look at what the door would say", async () => {
  const missing = ["err_mend01", "err_mend02"].map((reference) =>
    event({ reference, tool: undefined, service: "mending" }),
  );
  await send(...missing);
  await page.goto(`${world.server.url}/intake/quarantine?service=mending`);
  await page.getByRole("status").getByText("2 items").waitFor();
  await untilHydrated(page);
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page
    .getByRole("article", { name: "Quarantined item" })
    .getByText("missing", { exact: false })
    .first()
    .waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByRole("article", { name: "Quarantined item" }).waitFor({ state: "detached" });

  await page.keyboard.press("a");
  await page.keyboard.press("m");
  const dialog = page.getByRole("dialog", { name: "Mend and send again" });
  await dialog.getByLabel("Value").fill("issue_refund");
  await dialog.getByText("2 accepted").waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Go on with 2" }).click();
  await page.getByRole("button", { name: "Send 2 again" }).click();
  const result = page.getByRole("dialog", { name: "Send again: 2 items" });
  await result.getByRole("table", { name: "Items accepted" }).waitFor();
  await result.getByRole("link", { name: "err_mend01" }).waitFor();
  // Before the list would ask again by itself, and behind the dialog that is still open.
  await page.getByText("No item matches these filters").waitFor({ timeout: 10_000 });
  await page.keyboard.press("Escape");
  const { items } = await world.callApi<{ items: { tool: string }[] }>(
    "GET",
    "/api/v1/events?service=mending",
  );
  expect(items.map(({ tool }) => tool)).toEqual(["issue_refund", "issue_refund"]);
});

test("a method that an address does not answer is a problem of the contract, also where Next says so", async () => {
  for (const path of ["events", "intake", "quarantine/1"]) {
    const answer = await fetch(`${world.server.url}/api/v1/${path}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${world.server.key}` },
    });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([400, "application/problem+json"]);
    expect(await answer.json()).toMatchObject({ code: "method_not_supported", class: "validation" });
  }
});
