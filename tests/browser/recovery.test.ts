import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { judgeSilences } from "@/lib/services/silence/judge-silences";
import { openTestRuntime } from "../support/runtime";
import { type BrowserWorld, expectAccessible, openBrowserWorld, PASSWORD, untilHydrated } from "./world";

/* What agents do after a failure, and what went silent: each planted fault is read off the page that has to find it. */

const EMAIL = "rhea@errata.test";
const DAY = 24;
const SILENT_FOR = 6 * DAY;

let world: BrowserWorld;
let page: Page;

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const PLACE = { tool: "issue_refund", service: "payments", environment: "production" };
const failure = (hours: number, parts: Record<string, unknown>) => ({
  ...{ reference: `err_${crypto.randomUUID().slice(0, 8)}`, event_id: crypto.randomUUID() },
  ...{ occurred_at: ago(hours), effect: "absent", ...PLACE, ...parts },
});
const every = (step: number, from: number, until: number) =>
  Array.from({ length: Math.floor((from - until) / step) }, (_, at) => from - at * step);
const episodes = (count: number, hours: number, parts: Record<string, unknown>) =>
  Array.from({ length: count }, () => ({
    ...{ run_id: crypto.randomUUID(), code: "invalid_status", class: "validation", outcome: "recovered" },
    ...{ ...PLACE, occurred_at: ago(hours), ...parts },
  }));

/** A code that 1.4.0 hid, a tool that is hammered, and recoveries that got shorter with 2.0. */
async function plant(): Promise<void> {
  await world.callApi("POST", "/api/v1/releases", [
    { service: "payments", release: "1.4.0", released_at: ago(SILENT_FOR) },
    { service: "payments", release: "2.0", released_at: ago(5) },
  ]);
  await world.callApi("POST", "/api/v1/events", [
    ...every(3, 40 * DAY, SILENT_FOR).map((hours) =>
      failure(hours, { code: "card_declined", class: "semantic" }),
    ),
    ...every(3, SILENT_FOR - 1, 30).map((hours) =>
      failure(hours, { code: "internal_error", class: "system" }),
    ),
    ...[0, 1, 2, 3, 4].map((second) =>
      failure(2 - second / 3600, {
        ...{ code: "ledger_down", class: "system", run_id: "run-hammers", arguments_hash: "a" },
        reference: `err_hammer${second}`,
      }),
    ),
  ]);
  const calls = every(1, 40 * DAY, 0).map((hours) => ({
    ...PLACE,
    minute: `${ago(hours).slice(0, 16)}:00Z`,
    count: 30,
  }));
  await world.callApi("POST", "/api/v1/calls", { report_id: crypto.randomUUID(), calls });
  await world.callApi("POST", "/api/v1/recoveries", [
    ...episodes(20, 9, { attempts: 6 }),
    ...episodes(20, 9, { attempts: 1, outcome: "gave_up" }),
    ...episodes(30, 1, { attempts: 2 }),
  ]);
  const rt = openTestRuntime(world.database);
  await judgeSilences({ ...rt, now: () => new Date() });
  await rt.close();
}

beforeAll(async () => {
  world = await openBrowserWorld();
  await world.addPerson("Rhea", EMAIL, ["engineer"]);
  page = await world.browser.context.newPage();
  await page.goto(`${world.server.url}/recovery`);
  await page.getByLabel("E-mail address").fill(EMAIL);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("No run failed in this range").waitFor();
  await plant();
});
afterAll(() => world?.close());

async function open(path: string): Promise<void> {
  await page.goto(world.server.url + path);
  await untilHydrated(page);
}

test("attempts until recovery stand before and after a release, with how sure the difference is", async () => {
  await open("/recovery");
  await page.getByLabel("Compare with").selectOption("2.0");
  const row = page.getByRole("row").filter({ hasText: "invalid_status" });
  await row.getByText("40 → 30").waitFor();
  expect(await row.textContent()).toMatch(/6 → 2.*-4 \(-4 to -4\).*50% → 0%.*-50 points/);
  await expectAccessible(page);
  await row.getByRole("link", { name: "invalid_status" }).click();
  await page.getByRole("heading", { name: "Attempts until recovery from invalid_status" }).waitFor();
  await page.getByRole("button", { name: "Table", exact: true }).click();
  const curve = page.getByRole("table", { name: "Episodes by attempts" });
  await curve.getByRole("row").filter({ hasText: "6" }).getByText("20", { exact: true }).waitFor();
  await expectAccessible(page);
});

test("on a screen of 1440 pixels the head of what came next covers none of its rows", async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open("/recovery/next-moves");
  const rows = page
    .getByRole("table", { name: "What came next after failures of each class" })
    .getByRole("row");
  const [head, first] = await Promise.all([rows.nth(0).boundingBox(), rows.nth(1).boundingBox()]);
  expect((head?.y ?? Number.NaN) + (head?.height ?? 0)).toBeLessThanOrEqual((first?.y ?? 0) + 1);
});

test("the hammering is counted and leads to its failures", async () => {
  await open("/recovery/next-moves");
  await page.getByRole("link", { name: "System hammered without a breaker" }).click();
  const failures = page.getByRole("table", { name: "Failures and what came next" });
  await failures.getByText("err_hammer3").first().waitFor();
  expect(await failures.getByRole("row").count()).toBe(3);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Close" }).click();
  await failures.waitFor({ state: "detached" });
});

test("Esc leads from a code and a tool to all of them, and the palette's line keeps its height above a long list", async () => {
  for (const [one, all] of [
    ["/codes/card_declined", "/codes"],
    ["/tools/issue_refund", "/tools"],
  ] as const) {
    await open(one);
    await page.getByRole("link", { name: `All ${all.slice(1)}` }).waitFor();
    await page.keyboard.press("Escape");
    await page.waitForURL(({ pathname }) => pathname === all);
  }
  await page.keyboard.press("Control+k");
  const line = page.getByPlaceholder("Type a command, or a reference");
  expect((await line.boundingBox())?.height).toBe(48);
  await page.keyboard.press("Escape");
  await line.waitFor({ state: "detached" });
});

test("the silent code says since which release it is hidden, and where it went", async () => {
  await open("/recovery/silent");
  const row = page.getByRole("row").filter({ hasText: "card_declined" });
  expect(await row.textContent()).toMatch(
    /hidden.*1\.4\.0.*unmapped failures of issue_refund rose since release 1\.4\.0/,
  );
  await expectAccessible(page);
  await row.getByRole("link", { name: "Unmapped on issue_refund since" }).click();
  await page.waitForURL("**/events?**unmapped=true**");
});
