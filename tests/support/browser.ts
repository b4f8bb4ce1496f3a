import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, chromium } from "playwright-core";

const CANDIDATES = [
  // Without the windows of a browser it takes a fifth less of the work.
  "/usr/bin/chromium-headless-shell",
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

/** A page is waited for under the load of other tests; the end is for one that never comes. */
const PATIENCE_MS = 90_000;

export type TestBrowser = { context: BrowserContext; close: () => Promise<void> };

/** The one of this process, with which it ends. One for each file was an eighth of all the work of these tests. */
let shared: Promise<Browser> | undefined;

/** A profile of its own in the process's browser. Console errors and failed requests are the test's to look at. */
export async function startTestBrowser(
  options: { width?: number; height?: number; dark?: boolean } = {},
): Promise<TestBrowser> {
  shared ??= launch();
  const browser = await shared;
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    colorScheme: options.dark ? "dark" : "light",
    locale: "en-GB",
    timezoneId: "UTC",
  });
  context.setDefaultTimeout(PATIENCE_MS);
  return { context, close: () => context.close() };
}

async function launch(): Promise<Browser> {
  const browser = await chromium.launch({ ...(await findBrowser()), args: FLAGS });
  // One that broke down is no reason for the files after it to fail.
  browser.once("disconnected", () => {
    shared = undefined;
  });
  return browser;
}

type Found = { executablePath: string; env?: Record<string, string> };

/**
 * The browser named by CHROME_PATH, else any Chromium or Chrome of this machine, else the one that comes
 * from npm: on a bare Linux the tests then need nothing installed.
 * @throws when there is none, with what to do.
 */
async function findBrowser(): Promise<Found> {
  const named = process.env.CHROME_PATH;
  if (named === "bundled") return bundledBrowser();
  const found = [...(named ? [named] : []), ...CANDIDATES, chromium.executablePath()].find(
    (path) => path !== "" && existsSync(path),
  );
  if (found) return { executablePath: found };
  if (process.platform === "linux" && process.arch === "x64") return bundledBrowser();
  throw new Error(
    "No Chromium or Chrome was found for the browser tests: install one (`apt-get install chromium`, or `npx playwright-core install chromium`), or name it in CHROME_PATH.",
  );
}

/**
 * A headless Chromium packed for AWS Lambda. It brings the libraries that a bare Linux lacks (nss, nspr,
 * expat) and the fonts, but unpacks them only where it believes to run there; the believing is confined to
 * this call.
 */
async function bundledBrowser(): Promise<Found> {
  const before = { ...process.env };
  process.env.AWS_EXECUTION_ENV = "AWS_Lambda_nodejs20.x";
  try {
    const { default: bundled } = await import("@sparticuz/chromium");
    const executablePath = await bundled.executablePath();
    const { LD_LIBRARY_PATH = "", FONTCONFIG_PATH = "" } = process.env;
    return { executablePath, env: { ...withoutGaps(before), LD_LIBRARY_PATH, FONTCONFIG_PATH } };
  } finally {
    for (const name of ["AWS_EXECUTION_ENV", "LD_LIBRARY_PATH", "FONTCONFIG_PATH", "HOME"]) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
}

function withoutGaps(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
