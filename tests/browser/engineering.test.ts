import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "../support/until";
import { type BrowserWorld, expectAccessible, openBrowserWorld, PASSWORD, untilHydrated } from "./world";

/* The engineers' side: what to map next, codes and tools; each planted fault is read off the page that has to find it. */

const EMAIL = "enno@errata.test";

let world: BrowserWorld;
let page: Page;

const event = (parts: Record<string, unknown>) => ({
  ...{ reference: `err_${crypto.randomUUID().slice(0, 8)}`, event_id: crypto.randomUUID() },
  ...{ occurred_at: new Date(Date.now() - 120_000).toISOString(), message: "It broke.", effect: "absent" },
  ...{ service: "payments", release: "1.5.0", ...parts },
});
const times = (count: number, parts: Record<string, unknown>) =>
  Array.from({ length: count }, () => event(parts));
const thrown = (events: ReturnType<typeof event>[], type: string, name: string) =>
  events.map(({ reference, event_id }) => ({
    ...{ reference, event_id, tool: "issue_refund", service: "payments", language: "python" },
    exceptions: [{ type, message: "x", frames: [{ file: "app/pay.py", function: name, in_app: true }] }],
  }));

type Worklist = { totals: { unmapped: number; grouped: number }; items: Group[] };
type Group = { group_id: string; exception_type: string | null };

async function plant(): Promise<void> {
  const refund = { tool: "issue_refund", code: "internal_error" };
  const unsafe = times(6, { ...refund, class: "transient", retryable: true });
  const returned = times(3, { ...refund, class: "system", retryable: false });
  const validation = { tool: "search", code: "invalid_status", class: "validation", field: "status" };
  await world.callApi("PUT", "/api/v1/tools/issue_refund", {
    writes: true,
    runbook: "Ask the **provider**.",
  });
  await world.callApi("PUT", "/api/v1/tools/search", { writes: false });
  // First, so that whenever the hour is looked through they are there.
  await world.callApi("POST", "/api/v1/frames", [
    ...thrown(unsafe, "ReadTimeout", "post_refund"),
    ...thrown(returned, "KeyError", "charge"),
  ]);
  await world.callApi("POST", "/api/v1/events", [
    ...unsafe,
    ...returned,
    ...times(24, validation),
    ...times(2, { tool: "book_slot", code: "slot_taken", class: "not_found" }),
    ...times(1, { tool: "book_slot", code: "slot_taken", class: "semantic" }),
    ...times(2, { tool: "search", code: 404 }),
  ]);
  const ofKeyError = await until(async () => {
    const { items, totals } = await world.callApi<Worklist>("GET", "/api/v1/unmapped/worklist");
    expect(totals.grouped).toBe(11);
    const found = items.find(({ exception_type }) => exception_type === "KeyError");
    if (found === undefined) throw new Error("its frames were not looked through yet");
    return found;
  });
  const mark = { code: "charge_incomplete", release: "1.5.0" };
  await world.callApi("PUT", `/api/v1/unmapped/groups/${ofKeyError.group_id}/mark`, mark);
}

beforeAll(async () => {
  world = await openBrowserWorld();
  await world.addPerson("Enno", EMAIL, ["engineer"]);
  page = await world.browser.context.newPage();
  await page.goto(`${world.server.url}/unmapped`);
  await page.getByLabel("E-mail address").fill(EMAIL);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Unmapped", exact: true }).waitFor();
  await page.getByText("Nothing failed in this range").waitFor();
  await plant();
});
afterAll(() => world?.close());

async function open(path: string): Promise<void> {
  await page.goto(world.server.url + path);
  await untilHydrated(page);
}

test("the worklist says what came back, which guess is unsafe, and what is no code", async () => {
  await open("/unmapped");
  const table = page.getByRole("table", { name: "What to map next" });
  const [, first, second] = await table.getByRole("row").all();
  expect(await first?.textContent()).toMatch(/regressed in 1\.5\.0: was charge_incomplete/);
  expect(await second?.textContent()).toMatch(/unsafe guess/);
  expect(await second?.textContent()).toContain("post_refund (app/pay.py)");
  await page
    .getByRole("table", { name: "Malformed codes" })
    .getByText("a number in the place of a code")
    .waitFor();
  await expectAccessible(page);
});

test("a group opens with stubs to copy, and is marked as mapped and taken back", async () => {
  await page
    .getByRole("table", { name: "What to map next" })
    .getByRole("link", { name: "issue_refund" })
    .last()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("def name_read_timeout(error):").waitFor();
  await dialog.getByText("each repeat may have done it twice").waitFor();
  await expectAccessible(page);
  await dialog.getByRole("tab", { name: "TypeScript" }).click();
  await dialog.getByText("export const nameReadTimeout: Mapping").waitFor();
  await dialog.getByLabel("Code").fill("provider_timeout");
  await dialog.getByLabel("Release").fill("9.9.9");
  await dialog.getByRole("button", { name: "Mark as mapped" }).click();
  const mapped = page.getByRole("table", { name: "Marked as mapped" });
  await mapped.getByRole("link", { name: "issue_refund" }).click();
  await dialog.getByRole("button", { name: "Take the mark back" }).click();
  await mapped.waitFor({ state: "detached" });
});

test("the registry calls out drift and bodies that say too little, each with its page", async () => {
  await open("/codes?show=drift");
  const row = page.getByRole("row").filter({ hasText: "slot_taken" });
  await row.getByText("two classes").waitFor();
  await open("/codes?show=less");
  await page
    .getByRole("row")
    .filter({ hasText: "invalid_status" })
    .getByText("no permitted or hint")
    .waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: "invalid_status" }).click();
  await page.waitForURL("**/codes/invalid_status**");
  await page.getByText("It says too little:").waitFor();
  await expectAccessible(page);
});

test("a tool's page says what its failures say of it, with its runbook", async () => {
  await open("/tools");
  await page.getByRole("row").filter({ hasText: "search" }).getByText("schema or description").waitFor();
  await expectAccessible(page);
  await open("/tools/issue_refund");
  await page.getByText("Ask the provider.").waitFor();
  const review = page.getByRole("table", { name: "Review of issue_refund by class" });
  await review.getByRole("row").filter({ hasText: "authorization" }).getByText("never").waitFor();
  await expectAccessible(page);
});
