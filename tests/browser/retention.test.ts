import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dropPartitions } from "@/lib/duties/drop-partitions";
import { openTestRuntime } from "../support/runtime";
import { until } from "../support/until";
import { type BrowserWorld, expectAccessible, openBrowserWorld, PASSWORD, untilHydrated } from "./world";

/* What is kept how long: an admin changes it knowing what it drops, and a lookup says what was dropped. */

const EMAIL = "ada@errata.test";
const DAY = 86_400_000;

let world: BrowserWorld;
let page: Page;

beforeAll(async () => {
  world = await openBrowserWorld();
  await world.addPerson("Ada", EMAIL, ["admin"]);
  await world.callApi("POST", "/api/v1/events", [event(0, "err_today1"), event(40, "err_l0ng01"), event(40)]);
  page = await world.browser.context.newPage();
  await page.goto(`${world.server.url}/settings/retention`);
  await page.getByLabel("E-mail address").fill(EMAIL);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Retention", exact: true }).waitFor();
  await untilHydrated(page);
});

afterAll(() => world?.close());

function event(daysAgo: number, reference = `err_${crypto.randomUUID().slice(0, 6)}`) {
  const occurred_at = new Date(Date.now() - daysAgo * DAY - 1_000).toISOString();
  return {
    reference,
    tool: "issue_refund",
    code: "invalid_status",
    event_id: crypto.randomUUID(),
    occurred_at,
  };
}

const days = () => page.getByLabel("Days that events and frames are kept");
const change = () => page.getByRole("button", { name: "Change…" });

test("the page says what is stored, and when it goes", async () => {
  await page.getByRole("table", { name: "Partitions that hold rows" }).waitFor();
  expect(await page.getByRole("row").filter({ hasText: "events" }).count()).toBe(2);
  await page.getByText("Nothing so far.").waitFor();
  expect(await days().inputValue()).toBe("90");
  await expectAccessible(page);
  // On a phone the tabs go further than the screen, and the marked one is in sight all the same.
  await page.setViewportSize({ width: 390, height: 900 });
  const tabs = page.getByRole("navigation", { name: "Settings" });
  for (const name of ["Retention", "Installation", "Profile"]) {
    await page.goto(`${world.server.url}/settings/${name.toLowerCase()}`);
    const tab = tabs.getByRole("link", { name, exact: true });
    await until(async () => {
      const box = await tab.boundingBox();
      expect([await tab.getAttribute("aria-current"), (box?.x ?? -1) >= 0]).toEqual(["page", true]);
      expect((box?.x ?? 390) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${world.server.url}/settings/retention`);
});

test("what is no number of days is refused where it was typed", async () => {
  await days().fill("0");
  await change().click();
  await page.getByText("Write a whole number of days from 1 to 3650.").waitFor();
});

test("a change says what it drops before it is saved, and that it can be taken back for an hour", async () => {
  await days().fill("20");
  await change().click();
  const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await dialog.getByText("2 events and 0 records of frames").waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Keep 20 days" }).click();
  await page.getByText(/nothing is dropped before/).waitFor();
  expect(await world.callApi("GET", "/api/v1/settings")).toMatchObject({ retention_days: 20 });
});

test("what was dropped is listed, and looked up it has expired", async () => {
  const rt = openTestRuntime(world.database);
  const inTwoHours = () => new Date(Date.now() + 2 * 3_600_000);
  await until(async () => {
    await dropPartitions.run({ ...rt, now: inTwoHours });
    expect(
      await world.database.sql`select 1 from dropped_partitions where dropped_at is not null`,
    ).toHaveLength(1);
  });
  await rt.close();
  await page.reload();
  await page.getByRole("table", { name: "Partitions that were dropped" }).waitFor();
  await page.getByText("1 partition with 2 rows so far").waitFor();
  await expectAccessible(page);
  await page.goto(`${world.server.url}/references/err_l0ng01`);
  await page.getByRole("heading", { name: "Expired by retention" }).waitFor();
  await until(async () => expect(await page.getByText("err_l0ng01").count()).toBeGreaterThan(0));
  await expectAccessible(page);
});
