import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { evaluateAlerts } from "@/lib/services/alerts/evaluate-alerts";
import type { RuntimeState } from "@/lib/services/runtime";
import { openTestRuntime } from "../support/runtime";
import { until } from "../support/until";
import { type BrowserWorld, expectAccessible, openBrowserWorld, PASSWORD, untilHydrated } from "./world";

/* What is watched: from the first suggestion through a firing and its acknowledgement to what became of it. */

const ENGINEER = "enno@errata.test";
const SUPPORT = "susi@errata.test";

let world: BrowserWorld;
let rt: RuntimeState;
let page: Page;

beforeAll(async () => {
  world = await openBrowserWorld();
  rt = openTestRuntime(world.database);
  await world.addPerson("Enno", ENGINEER, ["engineer"]);
  await world.addPerson("Susi", SUPPORT, ["support"]);
  page = await signedIn(ENGINEER);
});

afterAll(async () => {
  await rt?.close();
  await world?.close();
});

async function signedIn(email: string): Promise<Page> {
  const opened = await world.browser.context.newPage();
  await opened.goto(`${world.server.url}/alerts`);
  await opened.getByLabel("E-mail address").fill(email);
  await opened.getByLabel("Password").fill(PASSWORD);
  await opened.getByRole("button", { name: "Sign in" }).click();
  await opened.getByRole("heading", { name: "Alerts" }).waitFor();
  await untilHydrated(opened);
  return opened;
}

const declined = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...{ reference: `err_al${at.toString(16).padStart(4, "0")}`, event_id: crypto.randomUUID() },
    ...{ tool: "issue_refund", service: "payments", code: "card_declined", class: "semantic" },
    occurred_at: new Date(Date.now() - 120_000).toISOString(),
  }));

/** What the duty does every few seconds, now; a new alert is measured up to the last whole minute. */
const measure = () => evaluateAlerts({ ...rt, now: () => new Date() });

async function reopened(path: string): Promise<void> {
  await page.goto(`${world.server.url}${path}`);
  await untilHydrated(page);
}

/** After a dialog the focus goes back to where it was; keys of the page mean its row. */
const untilRowHasFocus = () =>
  page.waitForFunction(
    () => document.activeElement instanceof HTMLElement && document.activeElement.dataset.alert,
  );

test("where nothing is watched yet, what most teams want is one click each", async () => {
  await page.getByText("Nothing is watched yet").waitFor();
  await expectAccessible(page);
  const leak = page.getByRole("listitem").filter({ hasText: "Something leaked to a caller" });
  await leak.getByRole("button", { name: "Watch it" }).click();
  await page.getByRole("row").filter({ hasText: "Something leaked to a caller" }).waitFor();
  await page.getByRole("rowheader", { name: /No data/ }).waitFor();
});

test("the form leads to what is wrong with it", async () => {
  await reopened("/alerts/new?kind=rate");
  await page.getByRole("button", { name: "Watch it" }).click();
  await page.getByText("Choose the code.").waitFor();
  await until(async () =>
    expect(
      await page.getByLabel("Code", { exact: true }).evaluate((field) => field === document.activeElement),
    ).toBe(true),
  );
  await expectAccessible(page);
});

test("before it is saved, an alert says what it would have done", async () => {
  await world.callApi("POST", "/api/v1/events", declined(40));
  await page.getByLabel("Code", { exact: true }).fill("card_declined");
  await page.getByLabel("Above", { exact: true }).fill("1");
  await page.getByLabel("Fires after").fill("0 min");
  await page.getByText("It would have fired once in the last 30 days").waitFor();
  await page.getByRole("table", { name: "When it would have fired" }).waitFor();
  await page.getByRole("button", { name: "What webhooks are told" }).click();
  await page.getByText('"type": "alert.fired"').waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Watch it" }).click();
  await page.getByRole("heading", { name: /Rate of card_declined/ }).waitFor();
});

test("what fires stands first, is counted beside its place, and leads to exactly its rows", async () => {
  await measure();
  await reopened("/alerts");
  await page.getByRole("rowheader", { name: /Firing/ }).waitFor();
  await page.getByRole("link", { name: "Alerts 1 firing" }).waitFor();
  await expectAccessible(page);
  const row = page.getByRole("row").filter({ hasText: "Rate of card_declined" });
  await row.getByRole("link", { name: /per minute/ }).click();
  await page.waitForURL("**/events?**code=card_declined**");
  await until(async () =>
    expect(await page.getByRole("table", { name: "Events" }).getByRole("row").count()).toBe(1 + 40),
  );
});

test("by keys alone a firing is acknowledged with a note, which takes it off the count, and muted", async () => {
  await reopened("/alerts");
  await page.keyboard.press("j");
  await page.keyboard.press("a");
  const acknowledge = page.getByRole("dialog", { name: /Acknowledge/ });
  await acknowledge.getByLabel("Note").fill("Asked the bank.");
  await expectAccessible(page);
  await acknowledge.getByRole("button", { name: "Acknowledge" }).click();
  await acknowledge.waitFor({ state: "detached" });
  const row = page.getByRole("row").filter({ hasText: "Rate of card_declined" });
  await row.getByText("Asked the bank.").waitFor();
  const places = page.getByRole("navigation", { name: "Main" });
  await places.getByRole("link", { name: "Alerts", exact: true }).waitFor();
  await untilRowHasFocus();
  await page.keyboard.press("m");
  const mute = page.getByRole("dialog", { name: /Mute/ });
  await mute.getByLabel("Until tomorrow, 9:00").check();
  await mute.getByRole("button", { name: "Mute" }).click();
  await mute.waitFor({ state: "detached" });
  await row.getByText("muted", { exact: true }).waitFor();
  await page.getByText("1 of 2 fire now, 1 of them muted, 1 acknowledged.").waitFor();
});

test("the page of an alert says what it did, and the history what people did, by who", async () => {
  await untilRowHasFocus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: /Rate of card_declined/ }).waitFor();
  await page.getByText("it would have fired once in the last 30 days").waitFor();
  await page.getByRole("cell", { name: /by Enno: Asked the bank/ }).waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: "In the history of all" }).click();
  await page.getByRole("button", { name: "By people" }).click();
  await page.waitForURL(/\/alerts\/history\?.*show=people/);
  for (const deed of ["made", "acknowledged", "muted"])
    await page.getByRole("cell", { name: deed, exact: true }).waitFor();
  await expectAccessible(page);
});

test("what somebody else changed meanwhile is refused, not overwritten", async () => {
  const { items } = await world.callApi<{ items: { alert_id: string; name: string }[] }>(
    "GET",
    "/api/v1/alerts",
  );
  const leak = items.find(({ name }) => name === "Something leaked to a caller");
  await reopened(`/alerts/${leak?.alert_id}/edit`);
  await page.getByLabel("Called").fill("Mine");
  const { version, ...stored } = await world.callApi<Record<string, unknown>>(
    "GET",
    `/api/v1/alerts/${leak?.alert_id}`,
  );
  const { condition, for_minutes } = stored;
  await world.callApi("PUT", `/api/v1/alerts/${leak?.alert_id}`, {
    name: "Theirs",
    condition,
    for_minutes,
    version,
  });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Somebody else changed this alert meanwhile.").waitFor();
  await page.getByRole("button", { name: "Start again from what is saved now" }).click();
  await until(async () => expect(await page.getByLabel("Called").inputValue()).toBe("Theirs"));
  await page.getByLabel("Called").fill("Mine");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Mine" }).waitFor();
});

test("an alert is removed after a question, and that is said", async () => {
  await untilHydrated(page);
  await page.getByRole("button", { name: "Change" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  const question = page.getByRole("dialog", { name: "Remove “Mine”?" });
  await expectAccessible(page);
  await question.getByRole("button", { name: "Remove alert" }).click();
  await page.getByText("“Mine” is removed").waitFor();
  await page.waitForURL("**/alerts");
  await page.getByText("1 of 1 fire now").waitFor();
});

test("who may not change alerts sees them, and nothing to change them by", async () => {
  await page.context().clearCookies();
  const support = await signedIn(SUPPORT);
  await support.getByRole("row").filter({ hasText: "Rate of card_declined" }).waitFor();
  await support.getByText("No webhook listens to this alert").waitFor();
  expect(await support.getByRole("link", { name: "Webhooks" }).count()).toBe(0);
  expect(await support.getByRole("link", { name: "New alert" }).count()).toBe(0);
  expect(await support.getByRole("button", { name: /Actions for|Acknowledge/ }).count()).toBe(0);
  await support.goto(`${world.server.url}/alerts/new`);
  await support.getByText("Your roles do not open this page").waitFor();
});
