import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { countOldHours } from "@/lib/duties/count-hours";
import { runReplay } from "../replay/run-replay";
import { AIRLINE_RUNS, hasAirlineRuns, readExpected } from "../support/airline-runs";
import { openTestRuntime } from "../support/runtime";
import { until } from "../support/until";
import { type BrowserWorld, openBrowserWorld, PASSWORD, untilHydrated } from "./world";

/* 200 runs of a real agent, replayed as a person would: every page shows of them what was counted independently. */

const EMAIL = "elif@errata.test";

describe.skipIf(!hasAirlineRuns)("of 200 airline runs from ../shared/data/tau-bench", () => {
  let world: BrowserWorld;
  let page: Page;
  const state = join(tmpdir(), `errata-shifts-${process.pid}.json`);
  const expected = hasAirlineRuns ? readExpected() : ({} as ReturnType<typeof readExpected>);
  const { by_code, by_class, by_tool, events, recovered, gave_up, attempts_nearest_rank } = expected;

  beforeAll(async () => {
    world = await openBrowserWorld();
    await world.addPerson("Elif", EMAIL, ["engineer"]);
    const run = await runReplay(world.server, state, [AIRLINE_RUNS, "--shift-to-now"]);
    expect(run.code, run.output).toBe(0);
    const rt = openTestRuntime(world.database);
    await countOldHours.run({ ...rt, now: () => new Date() });
    await rt.close();
    page = await world.browser.context.newPage();
    await page.goto(`${world.server.url}/?range=30d`);
    await page.getByLabel("E-mail address").fill(EMAIL);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
  });
  afterAll(async () => {
    await world?.close();
    await rm(state, { force: true });
  });

  async function open(path: string): Promise<void> {
    await page.goto(`${world.server.url}${path}${path.includes("?") ? "&" : "?"}range=30d`);
    await untilHydrated(page);
  }

  /** A figure of the page by its name, with what stands below it. */
  const figure = async (name: string) => {
    const label = page.locator("dt", { hasText: new RegExp(`^${name}\\b`) });
    await label.waitFor();
    return (await label.locator("xpath=following-sibling::dd").allTextContents()).join(" · ");
  };

  /** One column of a table by what stands in its first, without what is zero, or never was. */
  async function column(table: string, name: string): Promise<Record<string, number>> {
    const drawn = page.getByRole("table", { name: table });
    await drawn.locator("tbody tr").first().waitFor();
    const heads = await drawn.locator("thead th").allTextContents();
    const at = heads.findIndex((head) => head.trim() === name);
    expect(at, `${name} of ${heads}`).toBeGreaterThan(0);
    const rows = await drawn.locator("tbody tr").all();
    const counts = await Promise.all(
      rows.map(async (row): Promise<[string, number]> => {
        const cells = row.locator("th, td");
        const code = cells.first().locator("code");
        const called = (await code.count()) > 0 ? code.first() : cells.first();
        return [
          ((await called.textContent()) ?? "").trim(),
          Number((await cells.nth(at).textContent())?.replaceAll(",", "")),
        ];
      }),
    );
    return Object.fromEntries(counts.filter(([, count]) => count > 0));
  }

  /** The lines of the chart as they are drawn: how many points, in how many pieces. */
  async function drawnLines(): Promise<{ points: number; runs: number }[]> {
    const lines = page.locator(".recharts-line-curve");
    await lines.first().waitFor({ state: "attached" });
    const paths = await lines.evaluateAll((found) => found.map((path) => path.getAttribute("d") ?? ""));
    return paths.map((path) => ({
      points: path.match(/[ML]/g)?.length ?? 0,
      runs: path.match(/M/g)?.length ?? 0,
    }));
  }

  /** How a line is drawn of which these steps have a value: a piece of one step shows by its dot alone. */
  function lineOf(known: readonly boolean[]): { points: number; runs: number; dots: number } {
    const begins = known.filter((one, at) => one && !known[at - 1]).length;
    const alone = known.filter((one, at) => one && !known[at - 1] && !known[at + 1]).length;
    return { points: known.filter(Boolean).length, runs: begins, dots: alone };
  }

  test("the overview", async () => {
    await open("/");
    expect(await figure("Failures")).toMatch(new RegExp(`^${events} ·`));
    expect(await figure("Failure rate")).toBe("6.3% · against 1,164 calls");
    expect(await figure("Unmapped share")).toMatch(new RegExp(`^0% · 0 of ${events} ·`));
    const [first] = Object.entries(by_code).sort(([, one], [, other]) => other - one);
    const codes = await column("Most frequent codes", "Failures");
    expect(by_code).toMatchObject(codes);
    expect(Object.keys(codes)).toHaveLength(5);
    expect(Object.entries(codes)[0]).toEqual(first);
    for (const [name, count] of Object.entries(by_class))
      await page
        .getByRole("listitem")
        .filter({ hasText: `${name}${count}` })
        .waitFor();
  });

  test.each([
    ["code", by_code],
    ["class", by_class],
    ["tool", by_tool],
  ])("explore by %s, as it is drawn and as a table", async (by, counts) => {
    await open(`/explore?by=${by}`);
    expect(await column("Series with their sums over the range", "failures")).toEqual(counts);
  });

  test("the list of events and the link of its export", async () => {
    await open("/events");
    await until(async () => {
      expect(await page.getByRole("table", { name: "Events" }).locator("tbody tr").count()).toBe(events);
    });
    const href = await page.getByRole("link", { name: "Export CSV" }).getAttribute("href");
    const csv = await page.evaluate(async (address) => (await fetch(address)).text(), href ?? "");
    expect(csv.trimEnd().split("\r\n")).toHaveLength(1 + events);
  });

  test("what is not mapped: nothing, and where nothing failed no point is drawn, least of all at 0%", async () => {
    await open("/unmapped");
    await page.getByText(`0 of ${events} failures are unmapped, 0%.`).first().waitFor();
    const [line] = await drawnLines();
    const dots = await page.locator(".recharts-line-dots circle").count();
    await page.getByRole("button", { name: "Table", exact: true }).first().click();
    const rows = page.getByRole("table", { name: "Unmapped share over time" }).locator("tbody tr");
    await rows.first().waitFor();
    const shares = (await rows.locator("td:last-child").allTextContents()).map((cell) => cell.trim());
    const failed = (await rows.locator("td:nth-child(3)").allTextContents()).map(Number);
    expect(shares).toEqual(failed.map((count) => (count === 0 ? "–" : "0%")));
    expect(failed.reduce((sum, count) => sum + count, 0)).toBe(events);
    expect(shares.filter((share) => share === "–").length).toBeGreaterThan(10);
    const due = lineOf(shares.map((share) => share === "0%"));
    expect({ ...line, dots }).toEqual(due);
  });

  test("the failure rate of each tool: where no calls are known no point is drawn, whatever failed", async () => {
    await open("/explore?by=tool&show=rate");
    const lines = await drawnLines();
    const dots = await page.locator(".recharts-line-dots circle, .recharts-line-dot").count();
    await page.getByRole("button", { name: "Table", exact: true }).click();
    const table = page.getByRole("table", { name: /^Failure rate per/ });
    await table.locator("tbody tr").first().waitFor();
    const cells = await Promise.all(
      lines.map((_, at) => table.locator(`tbody td:nth-child(${at + 2})`).allTextContents()),
    );
    const due = cells.map((column) => lineOf(column.map((cell) => cell !== "unknown")));
    expect(lines).toEqual(due.map(({ points, runs }) => ({ points, runs })));
    expect(dots).toBe(due.reduce((sum, one) => sum + one.dots, 0));
    expect(cells.flat().filter((cell) => cell === "unknown").length).toBeGreaterThan(10);
    expect(cells.flat().filter((cell) => cell.startsWith("0%")).length).toBeGreaterThan(10);
  });

  test("the registry of codes, and each code", async () => {
    await open("/codes");
    expect(await column("Codes", "failures")).toEqual(by_code);
    for (const [code, count] of Object.entries(by_code).slice(0, 2)) {
      await open(`/codes/${code}`);
      await page.getByRole("table", { name: `Use of ${code} by tool and class` }).waitFor();
      expect(await figure("Failures")).toMatch(new RegExp(`^${count}`));
    }
  });

  test("the matrix of tools, and a tool", async () => {
    await open("/tools");
    expect(await column("Tools by class of failure", "failures")).toEqual(by_tool);
    for (const [name, count] of Object.entries(by_class)) {
      const ofTools = await column("Tools by class of failure", name);
      expect(Object.values(ofTools).reduce((sum, one) => sum + one, 0)).toBe(count);
    }
    const [tool = "", count] = Object.entries(by_tool)[0] ?? [];
    await open(`/tools/${tool}`);
    await page.getByRole("table", { name: `Review of ${tool} by class` }).waitFor();
    expect(await figure("Failures")).toBe(`${count}`);
    expect(await figure("Unmapped share")).toBe(`0% · 0 of ${count}`);
  });

  test("attempts until recovery, as figures and as a curve", async () => {
    await open("/recovery");
    await page.getByText(`${gave_up} of ${recovered + gave_up} episodes`).waitFor();
    expect(await figure("Episodes")).toMatch(new RegExp(`^${recovered + gave_up} `));
    for (const [name, attempts] of Object.entries(attempts_nearest_rank))
      expect(await figure(name)).toMatch(new RegExp(`^${attempts}( ·|$)`));
    await page.getByRole("button", { name: "Table", exact: true }).click();
    const rows = page.getByRole("table", { name: "Episodes by attempts" }).locator("tbody tr");
    await rows.first().waitFor();
    const cells = await Promise.all((await rows.all()).map((row) => row.locator("td").allTextContents()));
    expect(Object.fromEntries(cells.map(([attempts, episodes]) => [attempts, Number(episodes)]))).toEqual(
      expected.attempts_histogram,
    );
  });

  test("next moves", async () => {
    await open("/recovery/next-moves");
    expect(await column("What came next after failures of each class", "failures")).toEqual(by_class);
  });
});
