import axe, { type RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { startTestBrowser } from "../support/browser";
import { createTestDatabase } from "../support/database";
import { startTestServer } from "../support/server";
import { until } from "../support/until";

export const PASSWORD = "correct horse battery";

export type BrowserWorld = Awaited<ReturnType<typeof openBrowserWorld>>;

/**
 * The real server on a database of its own, a browser, and the API as a script uses it. `through` answers by which
 * address the server reaches its database.
 */
export async function openBrowserWorld(
  env: Record<string, string> = {},
  through: (database_url: string) => Promise<string> = async (url) => url,
) {
  const database = await createTestDatabase();
  const server = await startTestServer({ databaseUrl: await through(database.url), env });
  const browser = await startTestBrowser();

  async function callApi<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${server.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${server.key}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (answer.status === 204 ? undefined : await answer.json()) as T;
  }

  /** Somebody with a password, ready to sign in. */
  async function addPerson(name: string, email: string, roles: string[]): Promise<void> {
    const invited = await callApi<{ welcome_url: string }>("POST", "/api/v1/people", { name, email, roles });
    const token = new URL(invited.welcome_url).searchParams.get("token");
    const answer = await fetch(`${server.url}/api/v1/welcome`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: new URL(server.url).origin },
      body: JSON.stringify({ token, password: PASSWORD }),
    });
    expect(answer.status).toBe(200);
  }

  return {
    ...{ server, browser, database, callApi, addPerson },
    close: async () => {
      await browser.close();
      await server.stop();
      await database.drop();
    },
  };
}

/** Until nothing is on its way in or out: what is half faded has no contrast, and a closing menu no landmark. */
async function untilStill(page: Page): Promise<void> {
  const moving = () =>
    page.evaluate(() => [
      ...[...document.querySelectorAll("[data-starting-style], [data-ending-style], [role=menu]")].map(
        (element) => element.outerHTML.slice(0, 200),
      ),
      ...document.getAnimations().flatMap((animation) => {
        const runs = animation instanceof CSSTransition && animation.playState === "running";
        return runs ? [animation.transitionProperty] : [];
      }),
    ]);
  await until(async () => expect(await moving()).toEqual([]));
}

/** What a theme can change; all other rules read the same page twice. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * axe finds nothing, and nothing of the colours in the other theme either, once the page is still. The page keeps axe
 * from the first time to the next: to bring it in and warm it up took half of its time.
 */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await untilStill(page);
    const found = await violationsIn(page, colorScheme === "light" ? {} : { runOnly: COLOUR_RULES });
    expect(found.map(({ id, html }) => `${colorScheme} ${id}: ${html}`)).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
}

/** What axe says of the violations alone: the rest of its report is long, and a selector for all that is right costs. */
async function violationsIn(page: Page, rules: RunOptions): Promise<{ id: string; html: string }[]> {
  if (await page.evaluate(() => !("axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async (options) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, options);
      return violations.map(({ id, nodes }) => ({ id, html: nodes[0]?.html ?? "" }));
    },
    { resultTypes: ["violations"], ...rules } satisfies RunOptions,
  );
}

/**
 * Two keys of which the second means something only right after the first: sent at once, as a page that is slow to
 * answer would make a pause of what is none.
 */
export async function pressInTurn(page: Page, first: string, second: string): Promise<void> {
  await Promise.all([page.keyboard.press(first), page.keyboard.press(second)]);
}

type Fiber = { child: Fiber | null; sibling: Fiber | null; memoizedState: unknown; stateNode: unknown };

/**
 * Until React has taken over all that the server drew. It does so part by part, the frame around a page before the page
 * itself: that `/` works does not say that `j` does, and what is pressed or written too early goes nowhere. Nothing to
 * be seen tells the two apart, so React is asked.
 */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const key = Object.keys(document).find((name) => name.startsWith("__reactContainer$"));
    if (key === undefined) return false;
    const { stateNode } = Reflect.get(document, key) as { stateNode: { current: Fiber } };
    const waiting: (Fiber | null)[] = [stateNode.current];
    if (stateNode.current.child === null) return false;
    while (waiting.length > 0) {
      const fiber = waiting.pop();
      if (!fiber) continue;
      const state = fiber.memoizedState as { dehydrated?: unknown; isDehydrated?: boolean } | null;
      if (state?.dehydrated || state?.isDehydrated) return false;
      waiting.push(fiber.child, fiber.sibling);
    }
    return true;
  });
}
