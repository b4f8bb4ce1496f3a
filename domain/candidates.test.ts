import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectInProportion } from "@/tests/support/in-proportion";
import { CANDIDATES_MAX, readCandidates, readPasted } from "./candidates";

/** What would be opened if only these references existed. */
function findAmong(text: string, references: readonly string[]): string[] {
  const candidates = readCandidates(text);
  const found = candidates.map(({ readings, torn }) =>
    torn ? undefined : readings.find((reading) => references.includes(reading)),
  );
  const hasFoundAbove = (index: number): boolean => {
    const parent = candidates[index]?.parent ?? null;
    return parent !== null && (found[parent] !== undefined || hasFoundAbove(parent));
  };
  return found.filter((one, index) => one !== undefined && !hasFoundAbove(index)) as string[];
}

describe("a reference is read out of", () => {
  it.each([
    ["a sentence with a full stop", "the ticket service failed; reference err_7c1f9a."],
    ["quotes", "“err_7c1f9a”"],
    ["a label", "reference: err_7c1f9a"],
    ["a label without a space", "reference:err_7c1f9a"],
    ["brackets", "(Ref. err_7c1f9a)."],
    ["Markdown emphasis", "**err_7c1f9a**"],
    ["underscore emphasis", "_err_7c1f9a_"],
    ["a Markdown link", "[the report](https://errata.example/r/err_7c1f9a)"],
    ["a URL", "https://errata.example/references/err_7c1f9a?tab=frames#L3"],
    ["a URL's query", "https://desk.example/t/9?reference=err_7c1f9a&page=2"],
    ["a URL's fragment", "https://desk.example/t/9#err_7c1f9a"],
    ["percent-encoding", "https://errata.example/references/err%5F7c1f9a"],
    [
      "a link inside a link",
      "https://safelinks.example/?url=https%3A%2F%2Ferrata.example%2Fr%2Ferr_7c1f9a&data=05",
    ],
    ["JSON without spaces", '{"error":"x","reference":"err_7c1f9a","retryable":false}'],
    ["escaped JSON", '{\\"reference\\":\\"err_7c1f9a\\"}'],
    ["HTML", "<b>err_7c1f9a</b>"],
    ["where a link of HTML leads", '<a href="https://errata.example/r/err_7c1f9a">open the report</a>'],
    ["what stands for a picture", "<img class='x' alt='Failed: err_7c1f9a'>"],
    ["what a row of HTML was made of", "<td data-id=err_7c1f9a>Refund</td>"],
    ["the colours of a terminal", "\u001b[31merr_7c1f9a\u001b[0m failed"],
    ["key=value", "reference=err_7c1f9a"],
    ["a link to write mail", "mailto:a@b.example?subject=Problem%20err_7c1f9a"],
    ["zero-width spaces", "err_7c\u200b1f9a\u200b"],
    ["a soft hyphen", "err_7c\u00ad1f9a"],
    ["a byte-order mark", "\ufefferr_7c1f9a"],
    ["non-breaking spaces around it", "reference\u00a0err_7c1f9a\u00a0please"],
    ["white space inside it", "err_7c1 f9a"],
    ["full-width forms", "ｅｒｒ＿７ｃ１ｆ９ａ"],
    ["an ellipsis after it", "err_7c1f9a…"],
  ])("%s", (_, text) => {
    expect(findAmong(text, ["err_7c1f9a"])).toEqual(["err_7c1f9a"]);
  });

  it("several in one text are several", () => {
    expect(findAmong("first err_aaaaaa, then err_bbbbbb!", ["err_aaaaaa", "err_bbbbbb"])).toHaveLength(2);
    expect(findAmong('{"a":"err_aaaaaa","b":"err_bbbbbb"}', ["err_aaaaaa", "err_bbbbbb"])).toHaveLength(2);
  });

  it("the most literal reading that exists is meant, not its parts", () => {
    expect(findAmong("err_1.", ["err_1.", "err_1"])).toEqual(["err_1."]);
    expect(findAmong("a:b", ["a:b", "b"])).toEqual(["a:b"]);
    expect(findAmong("50%25", ["50%25", "50%"])).toEqual(["50%25"]);
  });

  it.each(["a/b#c%d?e:f+g", "ошибка-42", "100%", "REQ#9", "urn:err:7c1", "x=y", "=?utf-8", "(a)", "%41"])(
    "any producer's own form, bare and as a link: %s",
    (reference) => {
      expect(findAmong(reference, [reference])).toEqual([reference]);
      const link = `https://errata.example/references/${encodeURIComponent(reference)}?tab=model`;
      expect(findAmong(link, [reference])).toEqual([reference]);
    },
  );

  it("a page that routes by its fragment is split before it is decoded", () => {
    const link = "https://app.example/#/errors/a%2Fb%23c%25d%3Fe%3Af%2Bg";
    expect(findAmong(link, ["b", "a/b#c%d?e:f+g"])).toEqual(["a/b#c%d?e:f+g"]);
  });

  it.each(["\\berr_7c1f9a\\b", "e r r _ 7 c 1 f 9 a", "a b c d e f g", "it failed 7 times", "see a."])(
    "a letter or a figure amid others is no reference: %s",
    (text) => {
      const short = ["a", "b", "c", "e", "r", "7", "1"];
      expect(findAmong(text, short)).toEqual([]);
    },
  );

  it("a short one is read where it stands alone, or is called a reference", () => {
    for (const text of ["b", "“b”.", "reference: b", "https://errata.example/r/b"])
      expect(findAmong(text, ["b"]), text).toEqual(["b"]);
  });

  it("what no database takes is left out", () => {
    const readings = readCandidates("err_\0 7c\ud8001f9a \0").flatMap((candidate) => candidate.readings);
    expect(readings.every((reading) => reading.isWellFormed() && !reading.includes("\0"))).toBe(true);
  });

  it("a long text keeps what looks like a reference", () => {
    const words = Array.from({ length: 3_000 }, (_, index) => `word${"abcdefghij"[index % 10]}`);
    expect(findAmong(`${words.join(" ")} err_7c1f9a`, ["err_7c1f9a"])).toEqual(["err_7c1f9a"]);
  });

  it("any text gives a bounded number of candidates that could be references, in bounded time", () => {
    const hostile = fc.constantFrom(
      ".",
      "%41",
      "https://",
      "#",
      "a",
      "?",
      "&",
      "=",
      "\u200b",
      "(",
      "ﷺ",
      "_",
      " ",
    );
    const text = fc.array(hostile, { maxLength: 2_000 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, (pasted) => {
        const candidates = readCandidates(pasted);
        expect(candidates.length).toBeLessThanOrEqual(CANDIDATES_MAX);
        for (const reading of candidates.flatMap(({ readings }) => readings)) {
          expect(reading.length).toBeGreaterThan(0);
          expect(reading.length).toBeLessThanOrEqual(128);
        }
      }),
      { numRuns: 100 },
    );
    const long = [
      (n: number) => `${".".repeat(n / 2)}a${"%41/".repeat(n / 8)}`,
      (n: number) => "https://a/".repeat(n / 10),
      (n: number) => "a:".repeat(n / 2),
    ];
    for (const make of long) expectInProportion((length) => void readCandidates(make(length)), 20_000);
  });
});

describe("a raw mail", () => {
  it.each([
    "Referenz=20err=5F7c1f9a=20bitte",
    "Subject: =?UTF-8?Q?Fehler_err=5F7c1f9a?=",
    "Subject: =?utf-8?q?Der_Fehler_=E2=80=9Eerr=5F7c1f9a=E2=80=9C?=",
    `Subject: =?UTF-8?B?${btoa("Fehler err_7c1f9a")}?=`,
    `Subject: =?UTF-8?B?${btoa("Fehler err_7")}?=\r\n =?UTF-8?B?${btoa("c1f9a bei uns")}?=`,
  ])("%s", (text) => {
    const whole = readCandidates(text).filter(({ torn }) => !torn);
    expect(whole.flatMap(({ readings }) => readings)).toContain("err_7c1f9a");
  });

  it("what merely equals twenty is left alone", () => {
    const readings = readCandidates("limit=20 and page=20").flatMap((one) => one.readings);
    expect(readings).toContain("limit=20");
  });
});

describe("what is stuck to other words is only ever a reason to suggest it", () => {
  it.each([
    "it said err_7c1f9a—twice",
    "err_7c1f9a.Please help",
    "Screenshot err_7c1f9a.png",
    "/var/log/err_7c1f9a.log",
    "timeout/err_7c1f9a",
    "err_3b77e2+err_7c1f9a",
    "→err_7c1f9a←",
    "ref_err_7c1f9a",
    "Referenceerr_7c1f9a",
    "err_7c1f9aCopy",
  ])("%s", (text) => {
    const holding = readCandidates(text).filter(({ readings }) => readings.includes("err_7c1f9a"));
    expect(holding.length).toBeGreaterThan(0);
  });
});

describe("of a long list the likeliest are looked for, and how many were not is said", () => {
  const references = (count: number) =>
    Array.from({ length: count }, (_, n) => `err_${(n * 7_919 + 0x100000).toString(16)}`);
  it.each<[what: string, text: string, left_out: number]>([
    ["one", "it said err_7c1f9a, twice", 0],
    ["as many as are looked for", references(50).join("\n"), 0],
    ["a list by lines", references(63).join("\n"), 13],
    ["a list by commas", references(63).join(","), 13],
    [
      "a list of links",
      references(60)
        .map((one) => `https://errata.example/r/${one}`)
        .join(" "),
      10,
    ],
    ["those that are there twice, once", [...references(60), ...references(60)].join("\n"), 10],
    ["words are no references", `${references(50).join(" ")} ${"nothing else to see here ".repeat(40)}`, 0],
  ])("%s", (_, text, left_out) => {
    expect(readPasted(text).left_out).toBe(left_out);
  });
});
