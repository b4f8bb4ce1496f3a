import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { EventsAnswer } from "@/lib/contract/events-list";
import type { RatesAnswer } from "@/lib/contract/rates";
import { until } from "../support/until";
import {
  type BrowserWorld,
  expectAccessible,
  openBrowserWorld,
  PASSWORD,
  pressInTurn,
  untilHydrated,
} from "./world";

/* Explore: whatever is drawn leads to its events, and the address holds the whole question. */

const EMAIL = "ella@errata.test";
const CODES = 9;

let world: BrowserWorld;
let page: Page;

/** Code number n fails n times, three hours ago; three of them have no release. */
const failures = Array.from({ length: CODES }, (_, index) => index + 1).flatMap((times) =>
  Array.from({ length: times }, (_, at) => ({
    ...{ reference: `err_${times}_${at}`, event_id: crypto.randomUUID(), tool: "issue_refund" },
    ...{ code: `code_${times}`, class: "validation", field: "status", service: "support" },
    occurred_at: new Date(Date.now() - 3 * 3_600_000 - at * 60_000).toISOString(),
    ...(times > 3 && { release: "1.4.0" }),
  })),
);

beforeAll(async () => {
  world = await openBrowserWorld();
  await world.addPerson("Ella", EMAIL, ["engineer"]);
  await world.callApi("POST", "/api/v1/events", failures);
  page = await world.browser.context.newPage();
  await page.goto(`${world.server.url}/explore?by=code&top=5`);
  await page.getByLabel("E-mail address").fill(EMAIL);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Explore" }).waitFor();
});
afterAll(() => world.close());

async function openExplore(search: string): Promise<void> {
  await page.goto(`${world.server.url}/explore${search}`);
  await page.getByRole("heading", { name: "In this range" }).waitFor();
  await untilHydrated(page);
}

const rowsShown = () => page.getByRole("table", { name: "Events" }).locator("tbody tr").count();
const params = () => new URL(page.url()).searchParams;

test("what is beyond the first codes says how many it is, and leads to exactly its events", async () => {
  await openExplore("?by=code&top=5");
  const other = page.getByRole("row", { name: /^other \(4 codes\)/ });
  await other.getByRole("link", { name: "10", exact: true }).click();
  await page.getByRole("heading", { name: "Events" }).waitFor();
  await until(async () => expect(await rowsShown()).toBe(1 + 2 + 3 + 4));
  expect(params().getAll("except")).toEqual([9, 8, 7, 6, 5].map((code) => `code:code_${code}`));
});

test("what was not reported leads to exactly its events", async () => {
  await openExplore("?by=release");
  const left = page.getByRole("row", { name: /^not reported/ });
  await left.getByRole("link", { name: "6", exact: true }).click();
  await until(async () => expect(await rowsShown()).toBe(1 + 2 + 3));
});

test("a band opens the events of its step, a drag zooms, and both stand in the address", async () => {
  await openExplore("?by=code&top=5");
  const bars = page.locator(".recharts-bar-rectangle path");
  await bars.first().waitFor();
  const box = await bars.first().boundingBox();
  if (box === null) throw new Error("the bar is not drawn");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x - 60, y);
  await page.mouse.down();
  await page.mouse.move(x - 20, y);
  await page.mouse.move(x + 60, y);
  await page.mouse.up();
  await until(async () => expect(params().get("from")).not.toBeNull());
  await page.goBack();
  await until(async () => expect(params().get("from")).toBeNull());
  await bars.first().click();
  await page.getByRole("heading", { name: "Events" }).waitFor();
  const asked = new URL(page.url()).search;
  const { items } = await world.callApi<EventsAnswer>("GET", `/api/v1/events${asked}`);
  expect(new Set(items.map(({ code }) => code)).size).toBe(1);
  await until(async () => expect(await rowsShown()).toBe(items.length));
});

test("keys choose how it is drawn; the export holds what is drawn; a view is kept under a name", async () => {
  await openExplore("?by=code&top=5&range=7d");
  await pressInTurn(page, "b", "t");
  await page.keyboard.press("2");
  await until(async () => expect([params().get("by"), params().get("show")]).toEqual(["tool", "lines"]));
  await page.getByRole("heading", { name: "Failures per hour by tool" }).waitFor();
  const href = await page.getByRole("link", { name: "Export CSV" }).getAttribute("href");
  const csv = await page.evaluate(async (address) => (await fetch(address)).text(), href ?? "");
  const lines = csv.trimEnd().split("\r\n").slice(1);
  const counted = lines.map((line) => Number(line.split(",")[4]?.replaceAll('"', "")));
  const { totals } = await world.callApi<RatesAnswer>("GET", "/api/v1/rates");
  expect(counted.reduce((sum, count) => sum + count, 0)).toBe(totals.failures);
  await page.keyboard.press("v");
  await page.getByRole("menuitem", { name: /Save this view/ }).click();
  await page.getByLabel("Name").fill("By tool, a week");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: /By tool, a week/ }).waitFor();
});

test("axe finds nothing, in both themes, in the chart and in its table", async () => {
  await openExplore("?by=code&top=5&compare=true");
  await page.locator(".recharts-bar-rectangle path").first().waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Table", exact: true }).click();
  await page.getByRole("table", { name: "Failures per 5 minutes by code" }).waitFor();
  await expectAccessible(page);
});
