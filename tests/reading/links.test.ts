// over 250 lines because one installation with every odd reference serves all of its tests.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as shortLink } from "@/app/r/[...reference]/route";
import { escapeHidden, withoutHidden } from "@/domain/hidden-characters";
import { referenceShape } from "@/domain/reported-event";
import { referenceHref, referenceSegment, shortReferenceHref } from "@/lib/client/reference-href";
import type { ReportAnswer } from "@/lib/contract/report";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { startTestServer, type TestServer } from "../support/server";

/* Every link to a reference opens its page, whatever it is written with, and tells nobody else anything. */

const ADMIN = { email: "ada@errata.test", password: "correct horse battery" };
/** U+0021 to U+007E: all of ASCII that a reference may hold, in one reference, forwards and backwards. */
const PRINTABLE = String.fromCharCode(...Array.from({ length: 94 }, (_, at) => 0x21 + at));
const NASTY = [
  ...[
    PRINTABLE,
    [...PRINTABLE].reverse().join(""),
    "\u00AD\u200D\u202E\u2066",
    "ＥＲＲ＿１",
    "I\u0307",
    "👩🏽‍💻",
    "ﷺ",
  ],
  ...[
    "err_7c1f9a",
    "a/b",
    "a//b",
    "/",
    "#",
    "a#b",
    "100%",
    "%",
    "%2F",
    "%252F",
    "a?b=c",
    "a:b",
    "http://x/y",
    "a+b",
    "+",
  ],
  ...[
    "a&b=c",
    "a;b,c@d",
    "a\\b",
    "..",
    ".",
    "...",
    "../x",
    "./x",
    "überfall-ß",
    "参照-1",
    "😀",
    "e\u0301",
    "{x}",
    "[id]",
  ],
  ...[
    "'\"<>&lt;",
    "<script>",
    "(group)",
    "@modal",
    "$&",
    "~",
    "|",
    "^",
    "`",
    "*",
    "x".repeat(128),
    "%".repeat(128),
  ],
];
/** The same each time: some hundred code points of any script in a reference as long as it may be. */
const DRAWN = fc.sample(
  fc
    .string({ unit: "binary", minLength: 1, maxLength: 128 })
    .map((text) => text.toWellFormed())
    .filter((text) => referenceShape.safeParse(text).success),
  { numRuns: 6, seed: 20261130 },
);
const REFERENCES = [...new Set([...NASTY, ...DRAWN])];
const NEVER_SEEN = "err_never_seen";

let database: TestDatabase;
let server: TestServer;
let cookie: string;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({
    databaseUrl: database.url,
    env: { ERRATA_ADMIN_EMAIL: ADMIN.email, ERRATA_ADMIN_PASSWORD: ADMIN.password },
  });
  const events = REFERENCES.map((reference) => ({
    reference,
    tool: "pay",
    code: "declined",
    class: "semantic",
  }));
  const reported = await fetch(`${server.url}/api/v1/events`, {
    method: "POST",
    headers: { authorization: `Bearer ${server.key}`, "content-type": "application/json" },
    body: JSON.stringify({ events }),
  });
  expect(await reported.json()).toMatchObject({ accepted: REFERENCES.length });
  const signedIn = await fetch(`${server.url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: server.url },
    body: JSON.stringify(ADMIN),
  });
  cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
});
afterAll(async () => {
  await server?.stop();
  await database?.drop();
});

const open = (href: string, headers: Record<string, string> = { cookie }) =>
  fetch(new URL(href, server.url), { redirect: "manual", headers });

/** Where an answer leads, as a browser resolves it. */
const leadsTo = (answer: Response, from: string): URL =>
  new URL(answer.headers.get("location") ?? "", new URL(from, server.url));

/** What a browser shows of a title. */
function titleOf(html: string): string {
  const raw = /<title>(.*?)<\/title>/s.exec(html)?.[1] ?? "";
  const names: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" };
  return raw.replace(/&(amp|lt|gt|quot|#x27|#39);/g, (whole, name: string) => names[name] ?? whole);
}

describe("the link to a reference", () => {
  it.each(REFERENCES.map((reference) => [reference]))(
    "%j opens its page, its short link too",
    async (reference) => {
      const short = await open(shortReferenceHref(reference));
      const target = leadsTo(short, shortReferenceHref(reference));
      expect(target.href).toBe(new URL(referenceHref(reference), server.url).href);
      const page = await open(target.href);
      expect(page.status).toBe(200);
      const html = await page.text();
      expect(titleOf(html)).toBe(`${escapeHidden(reference)} · Errata`);
      expect(html).toContain('\\"answer\\":\\"found\\"');
    },
  );

  it("is the address of its report in the API as well", async () => {
    const reports = REFERENCES.map(async (reference) => {
      const answer = await fetch(`${server.url}/api/v1/references/${referenceSegment(reference)}`, {
        headers: { authorization: `Bearer ${server.key}` },
      });
      const { answer: found, say_to_user, ...report } = (await answer.json()) as ReportAnswer;
      return [report.reference, found, say_to_user?.sentence.includes(withoutHidden(reference))];
    });
    expect(await Promise.all(reports)).toEqual(REFERENCES.map((reference) => [reference, "found", true]));
  });

  it("goes on below whatever prefix it came by, with the event and the tab it names", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: "binary", minLength: 1, maxLength: 128 }).filter((text) => text.isWellFormed()),
        fc.constantFrom("", "/errata", "/a/b"),
        async (reference, prefix) => {
          const href = `https://errata.example${prefix}${shortReferenceHref(reference)}?event=1&tab=frames`;
          const { status, headers } = await shortLink(new Request(href), {
            params: Promise.resolve({ reference: [reference] }),
          });
          expect(status).toBe(307);
          expect(new URL(headers.get("location") ?? "", href).href).toBe(
            new URL(`https://errata.example${prefix}${referenceHref(reference)}?event=1&tab=frames`).href,
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("a short link typed by hand", () => {
  it.each([
    ["/r/a/b", "a/b"],
    ["/r/a%2fb", "a/b"],
    ["/r/a/b%23/../c", "a/c"],
    ["/r/a\\b", "a/b"],
    ["/r/100%25", "100%"],
    ["/r/%2F", "/"],
    ["/r/a;b,c@d", "a;b,c@d"],
    ["/r/a+b", "a+b"],
    ["/r/a?b", "a"],
    ["/r/a#b", "a"],
  ])("%s opens the page of %s", async (typed, reference) => {
    let href = new URL(typed, server.url).href;
    let answer = await open(href);
    while (answer.headers.get("location")) {
      href = leadsTo(answer, href).href;
      answer = await open(href);
    }
    expect(titleOf(await answer.text())).toBe(`${reference} · Errata`);
  });
});

describe("what no reference holds", () => {
  const blanks = [0x09, 0x0a, 0x0d, 0x1f, 0x20, 0x7f, 0x85, 0xa0, 0x2028, 0x3000];

  it.each(blanks.map((code) => [`U+${code.toString(16).padStart(4, "0")}`, String.fromCharCode(code)]))(
    "%s inside one is refused by name, in the API and on the page",
    async (_, mark) => {
      const segment = encodeURIComponent(`a${mark}b`);
      const answer = await fetch(`${server.url}/api/v1/references/${segment}`, {
        headers: { authorization: `Bearer ${server.key}` },
      });
      expect(answer.status).toBe(422);
      expect(await answer.json()).toMatchObject({ field: "reference", class: "validation" });
      expect((await open(`/references/${segment}`)).status).toBe(200);
    },
  );

  it.each([
    ["longer than 128 characters", "x".repeat(129)],
    ["an escape without its digits", "100%"],
    ["a lone half of a character", "%ED%A0%80"],
  ])("%s is refused", async (_, segment) => {
    const answer = await fetch(`${server.url}/api/v1/references/${segment}`, {
      headers: { authorization: `Bearer ${server.key}` },
    });
    expect([400, 422]).toContain(answer.status);
    expect(await answer.json()).toMatchObject({ class: "validation" });
  });
});

describe("whoever is not signed in", () => {
  const LINKS = [shortReferenceHref("a/b#%"), `${referenceHref("a/b#%", "0198c0de")}&tab=frames`];

  it.each(LINKS)("comes back to %s after signing in", async (link) => {
    const answer = await open(link, {});
    const signIn = leadsTo(answer, link);
    expect(signIn.pathname).toBe("/sign-in");
    expect(new URL(signIn.searchParams.get("next") ?? "", server.url).href).toBe(
      new URL(link, server.url).href,
    );
    const onwards = await open(signIn.href);
    expect(leadsTo(onwards, link).href).toBe(new URL(link, server.url).href);
  });

  it.each([
    ["no session", {}],
    ["a session that is none", { cookie: "errata.session_token=made.up" }],
  ])("is told by %s neither whether it exists nor what it is", async (_, headers) => {
    const seen = await Promise.all(
      ["err_7c1f9a", NEVER_SEEN].flatMap((reference) =>
        [shortReferenceHref(reference), referenceHref(reference)].map(async (link) => {
          let at = link;
          let answer = await open(at, headers);
          while (answer.headers.get("location")) {
            at = leadsTo(answer, at).href;
            answer = await open(at, headers);
          }
          const html = await answer.text();
          expect(answer.headers.get("referrer-policy")).toBe("same-origin");
          expect(html).not.toMatch(/property="og:|name="twitter:/);
          expect(titleOf(html)).not.toContain(reference);
          const words = html
            .replaceAll(/<script\b.*?<\/script>/gs, "")
            .replaceAll(reference, "")
            .replaceAll(/<[^>]*>/g, " ");
          return [answer.status, titleOf(html), words.replaceAll(/\s+/g, " ").trim()];
        }),
      ),
    );
    expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(seen[0]?.[1]).toBe("Sign in · Errata");
  });
});
