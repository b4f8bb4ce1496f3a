import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BrowserWorld, openBrowserWorld, PASSWORD } from "./world";

/* A page in sight follows what others do by one stream for the whole tab, and rests while it is out of sight. */

let world: BrowserWorld;
let page: Page;
const streams: string[] = [];

beforeAll(async () => {
  world = await openBrowserWorld();
  await world.addPerson("Ann", "ann@errata.test", ["reconciler"]);
  page = await world.browser.context.newPage();
  // Without the net of asking every so often, what is read again is read because of the stream.
  await page.addInitScript(() => {
    Reflect.set(window, "setInterval", () => 0);
  });
  page.on("request", (request) => {
    if (request.url().includes("/api/v1/live")) streams.push(request.url());
  });
  const signedIn = await page.request.post(`${world.server.url}/api/auth/sign-in/email`, {
    headers: { origin: new URL(world.server.url).origin },
    data: { email: "ann@errata.test", password: PASSWORD },
  });
  expect(signedIn.ok()).toBe(true);
});
afterAll(() => world?.close());

const openCase = async () => {
  const body = { reason: "charged twice", tool: "issue_refund", idempotency_key: crypto.randomUUID() };
  return (await world.callApi<{ case_id: string }>("POST", "/api/v1/cases", body)).case_id;
};
/** What the page asks the server from here on, by path. */
function asked(): string[] {
  const paths: string[] = [];
  page.on("request", (request) => paths.push(new URL(request.url()).pathname));
  return paths;
}

test("another's claim stands in the queue at once, by one stream for the whole tab", async () => {
  const case_id = await openCase();
  const live = page.waitForResponse((response) => response.url().includes("/api/v1/live"));
  await page.goto(`${world.server.url}/queue`);
  expect((await live).status()).toBe(200);
  const row = page.locator(`a[href*="${case_id}"]`).first();
  await row.waitFor();
  const readAgain = page.waitForRequest(
    (request) => request.method() === "GET" && new URL(request.url()).pathname === "/api/v1/cases",
  );
  await world.callApi("POST", `/api/v1/cases/${case_id}/claim`);
  await readAgain;
  expect(streams).toHaveLength(1);
});

test("a case's page follows that case on the same tab's stream", async () => {
  const case_id = await openCase();
  const live = page.waitForResponse((response) => response.url().includes(`case_id=${case_id}`));
  await page.goto(`${world.server.url}/queue/${case_id}`);
  expect((await live).status()).toBe(200);
  const paths = asked();
  await world.callApi("POST", `/api/v1/cases/${case_id}/claim`);
  await expect.poll(() => paths).toContain(`/api/v1/cases/${case_id}`);
});
