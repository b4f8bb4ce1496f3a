import fc from "fast-check";
import { expect, it } from "vitest";
import { textSaysUnknown } from "./text-says-unknown";

/** How a producer writes a member when it does not write JSON: `name`, `text` and what stands around. */
type Writing = { name: string; text: (said: string) => string; nothing: string };
const double = (said: string) => `"${said}"`;
const single = (said: string) => `'${said}'`;
const bare = (said: string) => said;
const WRITINGS: Writing[] = [
  { name: '"effect": ', text: double, nothing: "null" },
  { name: '"effect" : ', text: double, nothing: "null" },
  { name: "'effect': ", text: single, nothing: "None" },
  { name: "effect: ", text: bare, nothing: "null" },
  { name: "effect: ", text: single, nothing: "undefined" },
  { name: "`effect`: ", text: (said) => `\`${said}\``, nothing: "null" },
  { name: '"effect" => ', text: double, nothing: "nil" },
  { name: ":effect => ", text: (said) => `:${said}`, nothing: "nil" },
  { name: '\\"effect\\": ', text: (said) => `\\"${said}\\"`, nothing: "null" },
  { name: "effect=", text: bare, nothing: "null" },
  { name: "effect=", text: double, nothing: "None" },
];
const writing = fc.constantFrom(...WRITINGS);
const cased = (said: string) =>
  fc.constantFrom(said, said.toUpperCase(), said[0]?.toUpperCase() + said.slice(1));
const around = fc.constantFrom(
  (member: string) => `{${member}}`,
  (member: string) => `{ ${member}, reference: 'r1' }`,
  (member: string) => `{"reference":"r1",${member},"attributes":{`,
  (member: string) => `dict(tool='t', ${member})`,
  (member: string) => `reference=r1\n${member}`,
  (member: string) => member,
);

it("a doubt is heard however it is written, and whatever word it is said in", () => {
  const doubt = fc.constantFrom("unknown", "maybe", "pending", "absent-ish", "committed_later").chain(cased);
  const property = fc.property(writing, doubt, around, ({ name, text }, said, wrap) => {
    expect(textSaysUnknown(wrap(`${name}${text(said)}`))).toBe(true);
  });
  fc.assert(property, { numRuns: 1_000, seed: 11 });
});

it("what is certain, blank or not said is no doubt", () => {
  const certain = fc.constantFrom("absent", "committed").chain(cased);
  const property = fc.property(writing, certain, around, ({ name, text, nothing }, said, wrap) => {
    expect(textSaysUnknown(wrap(`${name}${text(said)}`)), wrap(`${name}${text(said)}`)).toBe(false);
    expect(textSaysUnknown(wrap(`${name}${nothing}`))).toBe(false);
    if (text !== bare && !name.startsWith(":"))
      expect(textSaysUnknown(wrap(`${name}${text("")}`))).toBe(false);
  });
  fc.assert(property, { numRuns: 1_000, seed: 11 });
});

it("is cut short anywhere behind its effect, and stays in doubt", () => {
  const line = `{'reference': 'r1', 'effect': 'unknown', 'attributes': {'a': 1}}`;
  for (let end = line.indexOf("'unknown"); end < line.length; end += 1)
    expect(textSaysUnknown(line.slice(0, end)), line.slice(0, end)).toBe(true);
});

it("prose that speaks of effects is none, and takes no time at any length", () => {
  for (const text of [
    "no side effect: it was refused",
    '{"side_effect": "x"',
    "the effect is unknown",
    "{effects: 1",
  ])
    expect(textSaysUnknown(text)).toBe(false);
  for (const text of [
    "\\".repeat(200_000),
    " ".repeat(200_000),
    '"effect'.repeat(30_000),
    "effect ".repeat(30_000),
  ])
    expect(textSaysUnknown(text)).toBe(false);
});
