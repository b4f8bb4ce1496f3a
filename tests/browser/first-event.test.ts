import { execFileSync } from "node:child_process";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "../support/until";
import {
  type BrowserWorld,
  expectAccessible,
  openBrowserWorld,
  PASSWORD,
  pressInTurn,
  untilHydrated,
} from "./world";

/* An empty console leads to its first failure, and what a tool returned is linted as it is written. */

const EMAIL = "ada@errata.test";
let world: BrowserWorld;
let page: Page;

beforeAll(async () => {
  world = await openBrowserWorld();
  await world.addPerson("Ada", EMAIL, ["admin"]);
  page = await world.browser.context.newPage();
  await page.goto(`${world.server.url}/`);
  await page.getByLabel("E-mail address").fill(EMAIL);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "No failures yet" }).waitFor();
  await untilHydrated(page);
});
afterAll(() => world.close());

const fits = async () =>
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);

async function narrow(look: () => Promise<void>): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await look();
  await page.setViewportSize({ width: 1440, height: 900 });
}

test("the empty console fits a phone in every way it shows", async () => {
  await expectAccessible(page);
  await narrow(async () => {
    for (const name of ["curl", "TypeScript", "Python", "OpenTelemetry", "Sentry DSN", "MCP"]) {
      await page.getByRole("tab", { name }).click();
      await page.getByRole("tabpanel", { name }).waitFor();
      await fits();
    }
  });
});

test("frames by the DSN come first, then the event, and the page leads to both", async () => {
  await page.getByRole("button", { name: "Make a key for it" }).click();
  await page.getByText("It is shown only now").waitFor();
  await page.getByRole("tab", { name: "Sentry DSN" }).click();
  const sentry = (await page.getByRole("region", { name: "Sentry program" }).textContent()) ?? "";
  expect(sentry).toContain(`@${new URL(world.server.url).host}/sentry/1`);
  const reference = /err_\w+/.exec(sentry)?.[0] ?? "";
  execFileSync(process.execPath, ["--input-type=module", "-e", sentry], { cwd: process.cwd() });
  await page.getByText("The frames are here.").waitFor();
  await page.getByRole("tab", { name: "curl" }).click();
  const curl = (await page.getByRole("region", { name: "curl command" }).textContent()) ?? "";
  const body = /-d '(\{[\s\S]*\})'/.exec(curl)?.[1] ?? "";
  const authorization = /Authorization: (Bearer erk_[\w-]+)/.exec(curl)?.[1] ?? "";
  const sent = await fetch(`${world.server.url}/api/v1/events`, {
    ...{ method: "POST", body },
    headers: { authorization, "content-type": "application/json" },
  });
  expect(sent.status).toBe(200);
  await page.getByText("Your first event is here.").waitFor();
  await page.getByRole("button", { name: "Show the overview" }).waitFor();
  await page.getByRole("link", { name: `Open ${reference}` }).click();
  await page.getByRole("heading", { name: reference }).waitFor();
});

test("a body is linted as it is written, and the better one stands beside it", async () => {
  await page.goto(`${world.server.url}/codes`);
  await untilHydrated(page);
  await pressInTurn(page, "g", "l");
  await page.getByRole("heading", { name: "Linter" }).waitFor();
  await untilHydrated(page);
  await expectAccessible(page);
  await page.keyboard.press("e");
  await page.keyboard.insertText(
    '{"error": "INVALID-STATUS", "class": "validation", "message": "see /srv/a.py"}',
  );
  await page.getByRole("heading", { name: /^2 errors, 4 warnings/ }).waitFor();
  expect(await page.getByRole("region", { name: "better body" }).textContent()).toContain(
    '"error": "invalid_status"',
  );
  expect(new URL(page.url()).search).toBe("");
  await page.getByLabel("What it does").selectOption("writes");
  await page.getByRole("heading", { name: /^3 errors, 3 warnings/ }).waitFor();
  await expectAccessible(page);
  await narrow(fits);
  await page.getByRole("button", { name: "MCP result" }).click();
  await page.getByText("its body at /content/0/text").waitFor();
  await page.getByRole("button", { name: "MCP result" }).last().click();
  await until(async () =>
    expect(await page.getByRole("region", { name: "better body" }).textContent()).toContain(
      "structuredContent",
    ),
  );
});

test("a failure's own body is put into the box by a link", async () => {
  const { results } = await world.callApi<{ results: { event_id: string }[] }>("POST", "/api/v1/events", {
    ...{ reference: "err_less", tool: "find_order", error: "no_such_order", class: "not_found" },
  });
  await page.goto(`${world.server.url}/lint?reference=err_less&event=${results[0]?.event_id}`);
  await until(async () =>
    expect(await page.getByLabel("What the tool returned").inputValue()).toContain('"no_such_order"'),
  );
  await page.getByText("Nothing tells the model in words what happened.").waitFor();
});
