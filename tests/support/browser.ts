import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium } from "playwright-core";

const CANDIDATES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** Nothing but the page under test talks to the network, and it runs without a display and as root. */
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export type TestBrowser = { context: BrowserContext; close: () => Promise<void> };

/** A browser with a profile of its own. Console errors and failed requests are the test's to look at. */
export async function startTestBrowser(
  options: { width?: number; height?: number; dark?: boolean } = {},
): Promise<TestBrowser> {
  const profile = mkdtempSync(join(tmpdir(), "errata-browser-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findBrowser(),
    args: FLAGS,
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    colorScheme: options.dark ? "dark" : "light",
    locale: "en-GB",
    timezoneId: "UTC",
  });
  return {
    context,
    close: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/**
 * Any Chromium or Chrome of this machine, or the one named by CHROME_PATH.
 * @throws when there is none, with what to do.
 */
function findBrowser(): string {
  const named = process.env.CHROME_PATH;
  const found = [...(named ? [named] : []), ...CANDIDATES, chromium.executablePath()].find(
    (path) => path !== "" && existsSync(path),
  );
  if (found) return found;
  throw new Error(
    "No Chromium or Chrome was found for the browser tests: install one (`apt-get install chromium`, or `npx playwright-core install chromium`), or name it in CHROME_PATH.",
  );
}
