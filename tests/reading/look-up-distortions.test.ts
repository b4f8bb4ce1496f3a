import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkReference } from "@/domain/reference";
import type { Runtime, ServiceContext } from "@/lib/services/context";
import { lookUpReference } from "@/lib/services/references/look-up-reference";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { DISTORTIONS, type Distortion, type Pasted, randomOf, references } from "../support/distortions";
import { keyContext, openTestRuntime } from "../support/runtime";
import { failure, personContext, report } from "./failures";

const SEED = Number(process.env.LOOK_UP_SEED ?? 42);
const EACH_SHAPE = 6;
/** References that a pair of distortions is tried on. */
const EACH_PAIR = 2;

let database: TestDatabase;
let rt: Runtime;
let support: ServiceContext;
let asked: readonly string[];
let population: ReadonlySet<string>;

beforeAll(async () => {
  database = await createTestDatabase();
  rt = openTestRuntime(database);
  asked = Object.values(references).flatMap((shape, at) =>
    fc.sample(fc.noBias(shape), { seed: SEED + at, numRuns: EACH_SHAPE }),
  );
  population = new Set([...asked, ...asked.flatMap(neighboursOf)]);
  await report(
    await keyContext(rt),
    [...population].map((reference) => failure({ reference })),
  );
  support = personContext(rt, ["support"]);
});
afterAll(async () => {
  await rt.close();
  await database.drop();
});

/** One letter other, one more, and the beginning by itself: what a wrong answer would be. */
function neighboursOf(reference: string): string[] {
  const characters = [...reference];
  const middle = Math.floor(characters.length / 2);
  const other = characters.with(middle, characters[middle] === "7" ? "8" : "7").join("");
  return [other, `${reference}9`, characters.slice(0, -2).join("")];
}

type Case = { of: string; spelled: string[]; text: string; how: readonly Distortion[] };

function distort(
  reference: string,
  distortions: readonly Distortion[],
  numbers: readonly number[],
): Case | null {
  const random = randomOf(numbers);
  const how = distortions.toSorted((a, b) => a.layer - b.layer);
  let pasted: Pasted | null = { before: "", reference, after: "" };
  let spelled = reference;
  for (const distortion of how) {
    pasted = distortion.apply(pasted, random);
    if (pasted === null) return null;
    if (distortion.kind === "lossy") spelled = pasted.reference;
  }
  // Broken in two, each line may be a reference by itself.
  const lines = pasted.reference.split(/=?\r?\n(?:> )?/);
  return {
    of: reference,
    spelled: [spelled, ...(lines.length > 1 ? lines : [])],
    text: pasted.before + pasted.reference + pasted.after,
    how,
  };
}

/** What is wrong with the answer; null where nothing is. */
async function judge(one: Case): Promise<string | null> {
  const { answer, matches, suggestions } = await lookUpReference(support, { q: one.text });
  const found = matches.map(({ reference }) => reference);
  const suggested = suggestions.map(({ reference }) => reference);
  // What the text spells, be it by a mistake: nobody can know better.
  const meant = [...population].filter((known) => one.spelled.some((text) => fold(text) === fold(known)));
  const wanted = meant.length > 0 ? meant : [one.of];
  const told = `${one.how.map(({ name }) => name).join(" + ")}: ${JSON.stringify(one.text)} of ${one.of} → ${answer} ${JSON.stringify(found)} ${JSON.stringify(suggested.slice(0, 5))}`;
  if (answer === "found" && !wanted.includes(found[0] ?? "")) return `found a wrong one by ${told}`;
  // Amid other words nobody knows whether the next line begins with a word of its own.
  const isBroken = one.how.some(({ name }) => BREAKS.includes(name));
  const named = isBroken ? [...found, ...suggested] : found;
  if (meant.length > 0) return meant.some((known) => named.includes(known)) ? null : `not found by ${told}`;
  // Separators alone make another one of it: nobody would look for a mistake as well.
  if (one.how.every(({ kind }) => kind === "lossy") && suggestions.some(({ why }) => why === "separator"))
    return null;
  return [...found, ...suggested].includes(one.of) ? null : `neither found nor suggested by ${told}`;
}

const BREAKS = ["a line break in it", "a quoted break in it"];

/** Case, and what punctuation stands around. */
const fold = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu, "");

const LOSSY = DISTORTIONS.filter(({ kind }) => kind === "lossy");
const LOSSLESS = DISTORTIONS.filter(({ kind }) => kind === "lossless");
/** What is lost is lost (docs/decisions/0090). */
const LOST: readonly (readonly [string, string])[] = [
  ["first part", "one edit"],
  ["one edit", "one edit"],
  ["missing err_", "missing prefix of another kind"],
  ["missing prefix of another kind", "one edit"],
];

const pairsOf = (some: readonly Distortion[], others: readonly Distortion[]) =>
  some.flatMap((one, at) =>
    (some === others ? others.slice(at + 1) : others).map((other) => [one, other] as const),
  );
const isLost = ([one, other]: readonly [Distortion, Distortion]) =>
  LOST.some(([a, b]) => (one.name === a && other.name === b) || (one.name === b && other.name === a));

async function judgeAll(pairs: readonly (readonly Distortion[])[], each: number): Promise<string[]> {
  const numbers = fc.array(fc.nat(10_000), { minLength: 12, maxLength: 12 });
  const choices = fc.sample(fc.tuple(fc.nat(asked.length - 1), numbers), {
    seed: SEED,
    numRuns: pairs.length * each * 4,
  });
  const cases = pairs.flatMap((pair, at) =>
    choices
      .slice(at * each * 4, (at + 1) * each * 4)
      .flatMap(([which, random]) => distort(asked[which] ?? "", pair, random) ?? [])
      .slice(0, each),
  );
  expect(cases.length).toBeGreaterThan(pairs.length * each * 0.6);
  const wrong: string[] = [];
  for (let at = 0; at < cases.length; at += 8)
    for (const problem of await Promise.all(cases.slice(at, at + 8).map(judge)))
      if (problem) wrong.push(problem);
  return wrong;
}

it("any reference is found or suggested through any one distortion", async () => {
  expect(
    await judgeAll(
      DISTORTIONS.map((one) => [one]),
      20,
    ),
  ).toEqual([]);
});

it("one that is known is never found where the next line merely begins with what the text's own lacks", async () => {
  const ends = ["", " thanks to all", ". Smith", " times I tried", "\nbye", ", and so on"];
  const leads = ["see ", "Hello, I got\n", "It failed, and the page said that I should quote this one: "];
  const wrong: string[] = [];
  // A check character would confirm it.
  const unchecked = asked.filter((one) => checkReference(one) === "unchecked" && !one.endsWith("="));
  for (const [at, reference] of unchecked.entries())
    for (const length of [1, 2]) {
      const [first, next] = [reference.slice(0, -length), reference.slice(-length)];
      // Letters and figures mixed are no word.
      if (/\p{L}/u.test(next) && /\p{N}/u.test(next)) continue;
      const end = ends[(at + length) % ends.length] ?? "";
      const gap = ["\n", "\r\n", " ", "\n> "][at % 4] ?? "\n";
      const q = (leads[at % leads.length] ?? "") + first + gap + next + end;
      const { answer, matches } = await lookUpReference(support, { q });
      const found = matches.map((one) => one.reference);
      if (answer === "found" && fold(found[0] ?? "") !== fold(first))
        wrong.push(`${JSON.stringify(q)} → ${found}`);
    }
  expect(wrong).toEqual([]);
});

it("through any two of which nothing is lost it is found", async () => {
  expect(await judgeAll(pairsOf(LOSSLESS, LOSSLESS), EACH_PAIR)).toEqual([]);
});

it("through any two of which one loses something it is suggested", async () => {
  expect(await judgeAll(pairsOf(LOSSY, LOSSLESS), EACH_PAIR)).toEqual([]);
});

it("through any two that lose something it is suggested, but for those that leave too little", async () => {
  expect(
    await judgeAll(
      pairsOf(LOSSY, LOSSY).filter((pair) => !isLost(pair)),
      10,
    ),
  ).toEqual([]);
});
