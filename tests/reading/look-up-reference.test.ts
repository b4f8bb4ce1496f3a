// over 250 lines because every answer of a look-up is asked of one population.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mintReference } from "@/domain/reference";
import type { Runtime, ServiceContext } from "@/lib/services/context";
import { recordEvents } from "@/lib/services/events/record-events";
import { attachFrames } from "@/lib/services/frames/attach-frames";
import { lookUpReference } from "@/lib/services/references/look-up-reference";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";
import { failure, personContext, report } from "./failures";

let database: TestDatabase;
let rt: Runtime;
let key: ServiceContext;
let support: ServiceContext;

const DAY = 24 * 3_600_000;
const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();
// Always the same one: a random body may begin like another text that is looked up here.
const CHECKED = mintReference(Uint8Array.from([4, 0, 9, 1, 22, 7, 13, 2, 30, 5]));

beforeAll(async () => {
  database = await createTestDatabase();
  rt = openTestRuntime(database);
  key = await keyContext(rt);
  support = personContext(rt, ["support"]);
  await report(key, [
    failure({ reference: "err_7c1f9a", tenant: "acme", tool: "create_ticket", effect: "unknown" }),
    failure({ reference: "err_twice1", tenant: "acme", occurred_at: ago(40) }),
    failure({ reference: "err_twice1", tenant: "globex", occurred_at: ago(2) }),
    failure({ reference: "err_CaseD9", tenant: "acme" }),
    failure({ reference: "err_cased9", tenant: "acme" }),
    failure({ reference: CHECKED, tenant: "acme" }),
    failure({ reference: "err_0aaaa1", run_id: "run-1", turn: 3, attempt: 1, occurred_at: ago(1) }),
    failure({ reference: "err_0aaaa1", run_id: "run-1", turn: 4, attempt: 2, occurred_at: ago(0.99) }),
    failure({ reference: "a/b#c%d?e:f+g" }),
    failure({ reference: "ошибка-42" }),
  ]);
});
afterAll(async () => {
  await rt.close();
  await database.drop();
});

const lookUp = (q: string, ctx = support) => lookUpReference(ctx, { q });

it.each(["🙏🙏🙏", "err_7c1f9a😡😡", "reference 😀err_7c1f9x", "𝕖𝕣𝕣_7c1f9", `${"😀a".repeat(20)}1`])(
  "%j is answered, whatever its characters are made of",
  async (q) => {
    expect(["found", "suggestions", "never"]).toContain((await lookUp(q)).answer);
  },
);

describe("found", () => {
  it.each([
    "the ticket service failed; reference err_7c1f9a.",
    "“err_7c1f9a”",
    "reference: err_7c1f9a",
    "https://errata.example/references/err_7c1f9a?tab=model&service=other#x",
    "ERR_7C1F9A",
    "err_7c\u200b1f9a",
    "\u00a0err_7c1f9a\u00a0",
    "ｅｒｒ＿７ｃ１ｆ９ａ",
    " err_7c1\nf9a ",
    "Hello\r\n> err_7c1\r\n> f9a\r\nbye",
    "Hello\n> err_7c1\n> f9a",
    "Hello\nerr_7c1f\n9a\nbye",
    "https://mail.example/?body=Reference%3A%20err_7c1f9a%0AThanks",
  ])("%j lands on the one event", async (q) => {
    expect(await lookUp(q)).toMatchObject({
      answer: "found",
      matches: [
        { reference: "err_7c1f9a", tool: "create_ticket", tenant: "acme", attempts: 1, has_frames: false },
      ],
      suggestions: [],
    });
  });

  it.each(["a/b#c%d?e:f+g", "ошибка-42"])("any producer's own form: %s", async (reference) => {
    for (const q of [reference, `https://errata.example/references/${encodeURIComponent(reference)}`])
      expect(await lookUp(q)).toMatchObject({ answer: "found", matches: [{ reference }] });
  });

  it("the exact case wins over the folded, and a third spelling means both", async () => {
    expect((await lookUp("err_CaseD9")).matches.map(({ reference }) => reference)).toEqual(["err_CaseD9"]);
    expect((await lookUp("err_cased9")).matches.map(({ reference }) => reference)).toEqual(["err_cased9"]);
    expect(await lookUp("ERR_CASED9")).toMatchObject({ answer: "several", matches: [{}, {}] });
  });

  it("several events of one run are one match with its attempts, the last one shown", async () => {
    const { answer, matches } = await lookUp("err_0aaaa1");
    expect(answer).toBe("found");
    expect(matches).toMatchObject([{ attempts: 2 }]);
  });

  it("a check character confirms a reading with separators, look-alikes or without the prefix", async () => {
    const body = CHECKED.slice(4);
    const spoken = body.replaceAll("0", "O").replaceAll("1", "l").toUpperCase();
    for (const q of [`err-${body}`, `err ${body}`, body, `ERR_${spoken}`])
      expect(await lookUp(q), q).toMatchObject({ answer: "found", matches: [{ reference: CHECKED }] });
  });

  it("names the case of an event whose effect is unknown", async () => {
    const { matches } = await lookUp("err_7c1f9a");
    expect(matches[0]).toMatchObject({ effect: "unknown", case_state: "open" });
    expect(matches[0]?.case_id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("frames alone are an occurrence of their own", async () => {
    await attach({ reference: "err_f4a3e5", raw: "Error: x\n    at f (a.js:1:1)", tool: "frames_only" });
    expect(await lookUp("err_f4a3e5")).toMatchObject({
      answer: "found",
      matches: [{ event_id: null, code: null, attempts: 0, has_frames: true, tool: "frames_only" }],
    });
  });
});

describe("several", () => {
  it("one reference, two events in different tenants and months: a chooser, newest first", async () => {
    expect(await lookUp("err_twice1")).toMatchObject({
      answer: "several",
      matches: [{ tenant: "globex" }, { tenant: "acme" }],
    });
  });

  it("what is known up to the end of a line, and what is with the beginning of the next as well", async () => {
    await report(key, [failure({ reference: "err_7a11c" }), failure({ reference: "err_7a11cad" })]);
    const { answer, matches } = await lookUp("I got err_7a11c\nad. You know why?");
    expect(answer).toBe("several");
    expect(matches.map(({ reference }) => reference).sort()).toEqual(["err_7a11c", "err_7a11cad"]);
  });

  it("several references in one text", async () => {
    const { answer, matches } = await lookUp("first err_7c1f9a, then ERR_0AAAA1");
    expect(answer).toBe("several");
    expect(matches.map(({ reference }) => reference).sort()).toEqual(["err_0aaaa1", "err_7c1f9a"]);
  });
});

describe("suggestions, never opened though unique", () => {
  it.each([
    ["err-7c1f9a", "separator"],
    ["err 7c1f9a", "separator"],
    ["7c1f9a", "separator"],
    ["see err_7c1f9\na thanks to all", "separator"],
    ["I got err_7c1f9\nA. Smith", "separator"],
    ["err_7c1f9 a", "separator"],
    ["my code is err_7c1\nf9a and it will not go", "separator"],
    ["err_7clf9a", "look_alike"],
    ["err_7c1f9а", "look_alike"],
    ["err_7c1", "prefix"],
    ["err_7c1f9b", "one_edit"],
    ["err_71cf9a", "one_edit"],
    ["it said err_7c1f9a—twice", "separator"],
    ["Screenshot err_7c1f9a.png", "separator"],
    ["/var/log/err_7c1f9a.log", "separator"],
    ["timeout/err_7c1f9a", "separator"],
    ["Referenceerr_7c1f9a", "separator"],
    ["err_7c1f9aCopy", "separator"],
    ["error_7c1f9a", "separator"],
    ["error-7c1f9a", "separator"],
    ["ERROR7C1F9A", "separator"],
    ["ref_7c1f9a", "separator"],
    ["e r r _ 7 c 1 f 9 a", "separator"],
  ])("%s", async (q, why) => {
    const { answer, matches, suggestions } = await lookUp(q);
    expect(answer).toBe("suggestions");
    expect(matches).toEqual([]);
    expect(suggestions[0]).toMatchObject({ reference: "err_7c1f9a", why, tool: "create_ticket" });
  });

  it("a reference used again and again does not hide those near it", async () => {
    const crowd = Array.from({ length: 250 }, () => failure({ reference: "err_0crowd" }));
    await report(key, [
      ...crowd,
      failure({ reference: "err-0crowd" }),
      failure({ reference: "err_0crowd1" }),
    ]);
    const found = async (q: string) =>
      [...new Set((await lookUp(q)).suggestions.map(({ reference }) => reference))].sort();
    expect(await found("err.0crowd")).toEqual(["err-0crowd", "err_0crowd", "err_0crowd1"]);
    expect(await found("err.0crow")).toEqual(["err-0crowd", "err_0crowd", "err_0crowd1"]);
  });

  it("an underscore is no wildcard, a percent sign neither", async () => {
    for (const q of ["e_________", "err_7c%9a", "%_%"])
      expect(await lookUp(q), q).toMatchObject({ answer: "never" });
  });
});

describe("what is not there", () => {
  const attachRejected = () =>
    recordEvents(key, {
      items: [
        {
          item: failure({ reference: "err_bad001", attempt: 0, tenant: "acme" }),
          unreadable: null,
          sanitized: false,
        },
      ],
    });

  it("rejected at ingest: why, in words, without the payload", async () => {
    await attachRejected();
    const answer = await lookUp("Err_Bad001");
    expect(answer).toMatchObject({
      answer: "rejected",
      rejections: [{ reference: "err_bad001", reason: "invalid_attempt" }],
    });
    expect(answer.rejections[0]?.detail).toContain("attempt is not valid: must be at least 1.");
    expect(JSON.stringify(answer)).not.toContain("payload");
    expect(await lookUp("my code is err_bad\n001 and it will not go")).toMatchObject({ answer: "rejected" });
  });

  it("known by frames that were refused: not yet", async () => {
    await attach({ reference: "err_n0tyet", raw: "x", captured_at: "yesterday" }, "rejected");
    expect(await lookUp("err_n0tyet")).toMatchObject({ answer: "not_yet", rejections: [] });
  });

  it("never seen", async () => {
    expect(await lookUp("err_zzzzzz")).toMatchObject({
      ...{ answer: "never", matches: [], suggestions: [] },
      ...{ left_out: 0, kept_days: 90, confined: false },
    });
    expect(await lookUp("")).toMatchObject({ answer: "never", looked_for: [] });
    expect(await lookUp("\u0000\ud800")).toMatchObject({ answer: "never" });
  });

  it("says of a checked reference that a character is wrong, and which", async () => {
    const at = 8;
    const wrong = CHECKED.slice(0, at) + (CHECKED[at] === "7" ? "8" : "7") + CHECKED.slice(at + 1);
    const { answer, suggestions, looked_for } = await lookUp(wrong);
    expect(looked_for[0]).toEqual({ reference: wrong, check: "invalid", wrong_at: at });
    expect(answer).toBe("suggestions");
    expect(suggestions[0]).toMatchObject({
      reference: CHECKED,
      why: "one_edit",
      differs_at: at,
      sure: "almost_certain",
    });
  });
});

describe("confinement", () => {
  it("outside it everything is never, whatever would be near", async () => {
    const elsewhere = personContext(rt, ["support"], { tenants: ["initech"] });
    for (const q of ["err_7c1f9a", "err_7clf9a", "err_7c1", "7c1f9a", "err_bad001", "err_f4a3e5", CHECKED])
      expect(await lookUp(q, elsewhere)).toMatchObject({
        answer: "never",
        confined: true,
        matches: [],
        suggestions: [],
        rejections: [],
      });
  });

  it("of two events with one reference only one's own is there", async () => {
    const acme = personContext(rt, ["support"], { tenants: ["acme"] });
    expect(await lookUp("err_twice1", acme)).toMatchObject({
      answer: "found",
      matches: [{ tenant: "acme" }],
    });
  });
});

async function attach(item: Record<string, unknown>, status = "accepted"): Promise<void> {
  const answer = await attachFrames(key, { items: [{ item, unreadable: null, sanitized: false }] });
  if (answer.results[0]?.status !== status) throw new Error(JSON.stringify(answer));
}
