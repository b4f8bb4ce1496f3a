import type { Page } from "playwright-core";
import { startTestBrowser, type TestBrowser } from "../support/browser";
import { openBrowserWorld, PASSWORD } from "./world";

export type CaseWorld = Awaited<ReturnType<typeof openCaseWorld>>;

type Reported = { results: { case_id: string }[] };

/** The real server, and two reconcilers who are signed in, each with a browser of their own: Rita and Ana. */
export async function openCaseWorld() {
  const world = await openBrowserWorld();
  const { server, database, callApi } = world;
  const { sql } = database;
  const second = await startTestBrowser();

  async function signedIn({ context }: TestBrowser, name: string): Promise<Page> {
    const email = `${name.toLowerCase()}@errata.test`;
    await world.addPerson(name, email, ["reconciler"]);
    const page = await context.newPage();
    const answer = await page.request.post(`${server.url}/api/auth/sign-in/email`, {
      headers: { origin: new URL(server.url).origin },
      data: { email, password: PASSWORD },
    });
    if (!answer.ok()) throw new Error(`${name} could not sign in: ${answer.status()}`);
    return page;
  }

  return {
    ...world,
    rita: await signedIn(world.browser, "Rita"),
    ana: await signedIn(second, "Ana"),
    /** An effect nobody knows: a case of its own. `secondsAgo` is when it was tried. */
    openCase: async (key: string | null, secondsAgo = 3_600): Promise<string> => {
      const { results } = await callApi<Reported>("POST", "/api/v1/events", [
        {
          ...{ event_id: crypto.randomUUID(), reference: `err_${key ?? "nokey"}`, tool: "issue_refund" },
          ...{
            code: "provider_timeout",
            class: "transient",
            effect: "unknown",
            message: "No answer in time.",
          },
          ...{ tenant: "acme", environment: "production", service: "support-agent" },
          ...(key !== null && { idempotency_key: key }),
          occurred_at: new Date(Date.now() - secondsAgo * 1000).toISOString(),
        },
      ]);
      const [opened] = results;
      if (!opened) throw new Error("no case was opened");
      return opened.case_id;
    },
    /** Opens the page of a case and waits until it listens: it asks for its live stream last. */
    visit: async (page: Page, case_id: string): Promise<void> => {
      const listens = page.waitForRequest((request) => request.url().includes(`case_id=${case_id}`));
      await page.goto(`${server.url}/queue/${case_id}`);
      await page.getByRole("heading", { name: "issue_refund", level: 1 }).waitFor();
      await listens;
    },
    /** The claim has run out long ago, whatever the page still believes. */
    expireClaim: async (case_id: string): Promise<void> => {
      await sql`
        update cases set claimed_at = now() - interval '20 min', claim_expires_at = now() - interval '1 s'
        where case_id = ${case_id}`;
      await sql`
        update claims set claimed_at = now() - interval '20 min', expires_at = now() - interval '1 s'
        where case_id = ${case_id} and ended_at is null`;
    },
    verdictCount: async (case_id: string): Promise<number> => {
      const [row] = await sql`select count(*)::int as n from verdicts where case_id = ${case_id}`;
      return row?.n;
    },
    close: async () => {
      await second.close();
      await world.close();
    },
  };
}

/** By its key, and until the page says so. */
export async function claim(page: Page): Promise<void> {
  await page.keyboard.press("c");
  await page.getByText("You hold this case").waitFor();
}
