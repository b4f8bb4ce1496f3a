import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CuttableLine, openLine } from "../support/cuttable-line";
import { type BrowserWorld, expectAccessible, openBrowserWorld, PASSWORD, untilHydrated } from "./world";

/* A page that fails is a failure of Errata itself: what it shows finds where it failed. */

let world: BrowserWorld;
let line: CuttableLine;
let page: Page;

beforeAll(async () => {
  world = await openBrowserWorld({}, async (url) => {
    line = await openLine(url);
    return line.url;
  });
  await world.addPerson("Eve", "eve@errata.test", ["engineer", "reconciler"]);
  page = await world.browser.context.newPage();
  const signedIn = await page.request.post(`${world.server.url}/api/auth/sign-in/email`, {
    headers: { origin: new URL(world.server.url).origin },
    data: { email: "eve@errata.test", password: PASSWORD },
  });
  expect(signedIn.ok()).toBe(true);
});
afterAll(async () => {
  await world?.close();
  await line?.cut();
});

/** The database without a table that the page reads, as after a migration that went wrong. */
async function withoutTable(name: string, look: () => Promise<void>): Promise<void> {
  const { sql } = world.database;
  await sql`alter table ${sql(name)} rename to ${sql(`${name}_away`)}`;
  try {
    await look();
  } finally {
    await sql`alter table ${sql(`${name}_away`)} rename to ${sql(name)}`;
  }
}

/** The page's alert, and the reference that it tells to quote. */
async function quoted(title: string): Promise<string> {
  const alert = page.getByRole("alert").filter({ hasText: title });
  return (await alert.getByText(/^err_/).textContent()) ?? "";
}

test("a page that cannot be drawn shows a reference, which finds its frames under source errata", async () => {
  const opened = await world.callApi<{ case_id: string }>("POST", "/api/v1/cases", {
    ...{ reason: "charged twice", tool: "issue_refund", idempotency_key: "refund-1" },
  });
  let reference = "";
  await withoutTable("notes", async () => {
    await page.goto(`${world.server.url}/queue/${opened.case_id}`);
    reference = await quoted("This page could not be drawn");
    await expectAccessible(page);
  });
  expect(reference).toMatch(/^err_/);

  const read = async () => (await page.request.get(`${world.server.url}/api/v1/frames/${reference}`)).json();
  await expect.poll(async () => (await read()).items?.length ?? 0).toBeGreaterThan(0);
  const [record] = (await read()).items;
  expect(record).toMatchObject({ tool: "page /queue/{case_id}", service: "errata" });
  expect(record.context).toMatchObject({ code: "internal_error", kind: "render" });
  const files = record.exceptions.flatMap((one: { frames: { file: string }[] }) =>
    one.frames.map(({ file }) => file),
  );
  // The sources and not what the build made of them.
  expect(files).toContain("lib/services/cases/read-case.ts");
  const rows = await world.database.sql`
    select distinct s.name from frames join sources s using (source_id) where reference = ${reference}`;
  expect(rows).toEqual([{ name: "errata" }]);

  await page.goto(`${world.server.url}/references/${reference}`);
  await page.getByText("page /queue/{case_id}").first().waitFor();
});

test("so does the frame around the pages", async () => {
  let reference = "";
  await withoutTable("people", async () => {
    await page.goto(`${world.server.url}/queue`);
    reference = await quoted("Errata could not be drawn");
  });
  const found = () => world.database.sql`select 1 from frames where reference = ${reference}`;
  await expect.poll(async () => (await found()).length).toBeGreaterThan(0);
});

test.each([
  ["opened", () => page.goto(`${world.server.url}/codes`)],
  ["gone to from another", () => page.getByRole("link", { name: "Codes" }).click()],
])("a page %s while the database is away says so, and comes by itself when it is back", async (_how, go) => {
  await page.goto(`${world.server.url}/alerts`);
  await untilHydrated(page);
  await line.cut();
  try {
    await go();
    expect(await quoted("The database does not answer")).toMatch(/^err_/);
    await page.getByText("database_unavailable").waitFor();
    await expectAccessible(page);
  } finally {
    await line.mend();
  }
  await page.getByRole("heading", { name: "Codes", level: 1 }).waitFor();
});
