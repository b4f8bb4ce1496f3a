import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCandidates } from "./candidates";

const sureOf = (text: string) =>
  readCandidates(text)
    .filter(({ torn, unsure }) => !torn && !unsure)
    .flatMap(({ readings }) => readings);
const unsureOf = (text: string) =>
  readCandidates(text)
    .filter(({ unsure, torn }) => unsure || torn)
    .flatMap(({ readings }) => readings);

const LONG = "The page that I was sent to said that I should quote the reference";

describe("what surely is one word", () => {
  it.each([
    ["nothing but the broken reference", "err_7c1\nf9a"],
    ["the same by a blank", "err_7c1 f9a"],
    ["one letter of it", " err_7c1f9\r\na "],
    ["a quoted one alone on its lines", "Hello\r\n> err_7c1\r\n> f9a\r\nbye"],
    ["the same without a quote around", "Hello\n> err_7c1\n> f9a"],
    ["pieces alone on their lines", "Hello\nerr_7c1f\n9a\nbye"],
    ["a full line", `${LONG} err_7c1\nf9a, so I do.`],
    ["what is the name of a picture as well", "Screenshot err_7c1f9a.png shows err_7c1f9a"],
    ["a soft break", "see err_7c1f9=\r\na thanks to all"],
    ["a value of a link with more words", "https://mail.example/?body=Reference%3A%20err_7c1f9a%0AThanks"],
  ])("%s", (_, text) => {
    expect(sureOf(text)).toContain("err_7c1f9a");
  });
});

describe("what may be two words", () => {
  it.each([
    ["a name", "I got err_7c1f9\nB. Smith", "err_7c1f9B"],
    ["a word", "code err_7c1f9\nb was blue", "err_7c1f9b"],
    ["an article", "see err_7c1f9\na thanks to all", "err_7c1f9a"],
    ["the same behind a full line", `${LONG} err_7c1f9\na thanks to all`, "err_7c1f9a"],
    ["a list", `${LONG} err_7c1f9\na) first I`, "err_7c1f9a"],
    ["a number", "err_12\n34 times I tried", "err_1234"],
    ["a letter behind a blank", "err_7c1f9 a", "err_7c1f9a"],
    ["a quantity", "err_7c1 10am", "err_7c110am"],
    ["a signature", "Hello\nerr_7c1\nAda\n", "err_7c1Ada"],
    ["a word alone", "err_7c1\nbad", "err_7c1bad"],
    ["a value of a link", "https://mail.example/?body=err_7c1f9%20a", "err_7c1f9a"],
  ])("%s", (_, text, joined) => {
    expect(sureOf(text)).not.toContain(joined);
    expect(unsureOf(text)).toContain(joined);
  });

  it("whatever word or number a next line or a next word begins with", () => {
    const reference = fc.stringMatching(/^err_[0-9a-f]{4,8}$/);
    const next = fc.oneof(fc.constantFrom(...WORDS), fc.nat(99_999).map(String));
    const lead = fc.constantFrom("see ", "Hello\n", "I got the code ", `${LONG} `, "> it says ");
    const gap = fc.constantFrom("\n", "\r\n", " ", "\n> ", "\n\t", "\u2028");
    const rest = fc.constantFrom("", " thanks to all", ". Smith", ", and so on", "\nbye", " times");
    fc.assert(
      fc.property(lead, reference, gap, next, rest, (before, first, between, word, after) => {
        const joined = `${first}${word}`;
        const sure = sureOf(before + first + between + word + after).map((one) => one.toLowerCase());
        expect(sure).not.toContain(joined.toLowerCase());
      }),
      { numRuns: 400, seed: 7 },
    );
  });
});

/** What begins a line as well as a reference may go on. */
const WORDS = ["a", "A", "be", "B", "add", "bad", "Ada", "dead", "face", "I", "c", "2nd", "10am", "3x", "v2"];
