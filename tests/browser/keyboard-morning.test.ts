import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
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
 * A reconciler's morning by keyboard alone: sign in, take the next case, look outside by link and by probe, settle,
 * take the next, until the queue is empty and says so. Nothing is clicked, and no address is typed after the sign-in.
 */

const EMAIL = "rita@errata.test";
const outside = createServer((request, response) => {
  const found = request.url?.startsWith("/charges/");
  response.setHeader("content-type", found ? "application/json" : "text/html");
  response.end(found ? '{"status": "succeeded", "id": "ch_9"}' : "<title>Provider</title>refund re_3QkP9x");
});

let world: BrowserWorld;

beforeAll(async () => {
  await new Promise<void>((resolve) => outside.listen(0, "127.0.0.1", resolve));
  const { port } = outside.address() as AddressInfo;
  world = await openBrowserWorld({ ERRATA_OUTGOING_ALLOW: `127.0.0.1` });
  await world.addPerson("Rita", EMAIL, ["reconciler"]);
  await world.callApi("PUT", "/api/v1/tools/issue_refund", {
    link_templates: [
      { label: "Refund at the provider", url: `http://127.0.0.1:${port}/refunds?key={idempotency_key}` },
    ],
  });
  await world.callApi("PUT", "/api/v1/tools/charge_card/probe", {
    url: `http://127.0.0.1:${port}/charges/{idempotency_key}`,
    rules: [
      { effect: "committed", statuses: [200], path: "status", comparison: "equals", values: ["succeeded"] },
    ],
  });
  await world.callApi("POST", "/api/v1/events", [
    unknown("issue_refund", "refund-8812", 22.5),
    unknown("charge_card", "charge-8813", 21.5),
    unknown("send_email", undefined, 1),
  ]);
});

afterAll(async () => {
  await world?.close();
  outside.close();
});

function unknown(tool: string, idempotency_key: string | undefined, hoursAgo: number) {
  return {
    ...{ reference: `err_${tool}`, tool, idempotency_key, code: "provider_timeout", class: "transient" },
    ...{ effect: "unknown", tenant: "acme", environment: "production", service: "support-agent" },
    occurred_at: new Date(Date.now() - hoursAgo * 3_600_000).toISOString(),
  };
}

type Told = { state: string; directive?: string; external_id?: string };

async function toldOf(tool: string, idempotency_key: string): Promise<Told> {
  const query = new URLSearchParams({ tool, idempotency_key, tenant: "acme" });
  return world.callApi("GET", `/api/v1/verdicts?${query}`);
}

/** What has the focus, as a reader names it. */
function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || focused === document.body) return "";
    const label =
      focused.getAttribute("aria-label") ?? (focused as HTMLInputElement).labels?.[0]?.textContent;
    return (label ?? focused.textContent ?? "").trim();
  });
}

/** Presses Tab until what has the focus is called so. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const passed: string[] = [];
  for (let steps = 0; steps < 60; steps++) {
    const here = await focusedName(page);
    if (name.test(here)) return;
    passed.push(here);
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${name}; it passed ${passed.join(" | ")}`);
}

async function openCase(page: Page, tool: string): Promise<void> {
  await page.getByRole("heading", { name: tool, level: 1 }).waitFor();
  await page.getByText("You hold this case").waitFor();
}

/** Chooses the answer by `r` and the arrows, writes down what was seen, looks once more and sends it. */
async function settle(page: Page, answer: string, field: RegExp, seen: string): Promise<void> {
  await page.keyboard.press("r");
  await page.keyboard.press("Space");
  for (let steps = 0; steps < 4 && !(await focusedName(page)).startsWith(answer); steps++) {
    await page.keyboard.press("ArrowDown");
  }
  expect(await focusedName(page)).toBe(answer);
  await tabTo(page, field);
  await page.keyboard.type(seen);
  await tabTo(page, /^Review and send/);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByText("The runtime will be told").waitFor();
  await tabTo(page, /^Send it$/);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Settled", exact: true }).waitFor();
}

test("a reconciler works the queue empty by keyboard alone", async () => {
  const page = await world.browser.context.newPage();
  await page.goto(world.server.url);
  await tabTo(page, /^E-mail address/);
  await page.keyboard.type(EMAIL);
  await tabTo(page, /^Password/);
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();

  await untilHydrated(page);
  await pressInTurn(page, "g", "q");
  await page.getByRole("link", { name: "issue_refund" }).waitFor();
  await page.getByRole("tab", { name: /^Open 3/ }).waitFor();
  await expectAccessible(page);

  // The most urgent first: its key ends soonest. The look outside opens beside the case.
  await page.keyboard.press("n");
  await openCase(page, "issue_refund");
  const [looked] = await Promise.all([world.browser.context.waitForEvent("page"), page.keyboard.press("o")]);
  await looked.getByText("refund re_3QkP9x").waitFor();
  expect(looked.url()).toContain("key=refund-8812");
  await looked.close();
  await settle(page, "It happened", /^Id there/, "re_3QkP9x");
  expect(await toldOf("issue_refund", "refund-8812")).toMatchObject({
    ...{ state: "settled", directive: "treat_as_done", external_id: "re_3QkP9x" },
  });

  // Errata asks the outside itself; what it saw stands among the evidence.
  await page.keyboard.press("n");
  await openCase(page, "charge_card");
  await page.keyboard.press("p");
  await page.getByText("Asked outside: it is there").waitFor();
  await settle(page, "It happened", /^Id there/, "ch_9");
  expect(await toldOf("charge_card", "charge-8813")).toMatchObject({ directive: "treat_as_done" });

  await page.keyboard.press("n");
  await openCase(page, "send_email");
  await settle(page, "Nobody can tell", /^Note/, "The mail provider keeps no log of that hour.");

  await page.keyboard.press("n");
  await page.getByText("There is no unclaimed case").waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("No effect is in doubt").waitFor();
  await page.getByRole("tab", { name: /^Open 0/ }).waitFor();
  await expectAccessible(page);
});
