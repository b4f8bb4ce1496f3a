/** What Zod says of a value that it refuses, which nobody but a programmer understands, and what it means. */
const WORDS: readonly [said: RegExp, meant: (...parts: string[]) => string][] = [
  [
    /Too big: expected \w+ to have <=(\d+) (\w+)/g,
    (_, most = "", things = "") => `must have at most ${withCommas(most)} ${singular(most, things)}`,
  ],
  [
    /Too small: expected \w+ to have >=(\d+) (\w+)/g,
    (_, least = "", things = "") =>
      least === "1" ? "must not be empty" : `must have at least ${withCommas(least)} ${things}`,
  ],
  [/Too big: expected \w+ to be <=(-?[\d.]+)/g, (_, most = "") => `must be at most ${withCommas(most)}`],
  [/Too big: expected \w+ to be <(-?[\d.]+)/g, (_, bound = "") => `must be less than ${withCommas(bound)}`],
  [/Too small: expected \w+ to be >=(-?[\d.]+)/g, (_, least = "") => `must be at least ${withCommas(least)}`],
  [/Too small: expected \w+ to be >(-?[\d.]+)/g, (_, bound = "") => `must be more than ${withCommas(bound)}`],
  [/Invalid input: expected \w+, received undefined/g, () => "is missing"],
  [
    /Invalid input: expected (\w+), received (\w+)/g,
    (_, expected = "", received = "") =>
      `must be ${nameOf(expected)}, not ${expected === "int" && received === "number" ? "a fraction" : nameOf(received)}`,
  ],
  [/Invalid input: expected "([^"]*)"/g, (_, only = "") => `must be ${only}`],
  [
    /Invalid option: expected one of ((?:"[^"]*"\|?)+)/g,
    (_, options = "") => `must be one of ${options.replaceAll('"', "").split("|").join(", ")}`,
  ],
  [
    /Invalid discriminator value\. Expected ((?:'[^']*'(?: \| )?)+)/g,
    (_, options = "") => `must be one of ${options.replaceAll("'", "").split(" | ").join(", ")}`,
  ],
  [/Invalid (GUID|UUID|URL|email address|ISO datetime)/g, (_, what = "") => `is no valid ${what}`],
  [/Unrecognized keys?: ((?:"[^"]*"(?:, )?)+)/g, (_, keys = "") => `must not hold ${keys}`],
  [/Invalid input$/g, () => "is not valid"],
];

const NAMES: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
  nan: "no number at all",
  NaN: "no number at all",
  Infinity: "a number as large as that",
  CarriedNumber: "a number as large as that",
};

const nameOf = (type: string) => NAMES[type] ?? type;
const singular = (count: string, things: string) => (count === "1" ? things.replace(/s$/, "") : things);
const withCommas = (figures: string) =>
  Number.isSafeInteger(Number(figures)) ? Number(figures).toLocaleString("en") : figures;

/** A message in words that say what to do, wherever it holds Zod's own; any other as it is. */
export function inPlainWords(message: string): string {
  return WORDS.reduce((text, [said, meant]) => text.replace(said, meant), message);
}
