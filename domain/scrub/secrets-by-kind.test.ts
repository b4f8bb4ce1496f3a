import { describe, expect, it } from "vitest";
import type { ScrubRules } from "./scrub-rules";
import { scrubText } from "./scrub-text";

/** One that looks drawn by chance, and one that is a word to any rule. */
const KEY = "hX9vQ2mZ7pLkT4wR";
const WORD = "dkvnwkaxicnwekfik";
const RUN = "aB3dE6gH9".repeat(20);
const ALL: ScrubRules = { email_addresses: true, card_numbers: "marked", custom: [] };

describe("keys of issuers", () => {
  it.each([
    ["Discord's bot", `MTk4NjIyNDgzNDcxOTI1MjQ4.${"Cl2FMQ"}.${RUN.slice(0, 27)}`],
    ["Discord's webhook", `https://discord.com/api/webhooks/123456789012345678/${RUN.slice(0, 68)}`],
    ["Atlassian's", `ATCTT3${"xFfGN0"}${RUN.slice(0, 60)}`],
    ["Vault's older form", `s.${RUN.slice(0, 24)}`],
    ["Vault's", `hvs.${RUN.slice(0, 30)}`],
    ["Google's for refreshing", `1//0g${RUN.slice(0, 60)}`],
    ["Facebook's", `EAAC${RUN.slice(0, 120)}`],
  ])("are hidden: %s", (_, key) => {
    for (const text of [`it said ${key} here`, `"${key}"`, `x\\n${key}`])
      expectHidden(text, RUN.slice(0, 12));
  });

  it.each([
    "s.getAllOfTheOpenCasesOfOne", "s.thisIsTheNameOfAPropertyOfAClassThatIsLong", "MTU of 1500.0 and 3.4.5",
    "1//0 is no fraction", "EAAC", "https://discord.com/api/webhooks is where they are", "http://discord.com/api/v10/channels/123456789012345678",
  ])("are not seen in %s", expectKept); // biome-ignore format: one list
});

describe("keys of PuTTY", () => {
  it.each(["\n", "\r\n", "\\n", "\\r\\n"])("are hidden, with lines that end in %j", (end) => {
    const lines = ["PuTTY-User-Key-File-2: ssh-rsa", "Encryption: none", "Private-Lines: 2", KEY + KEY, `${KEY}==`, `Private-MAC: ${KEY}`];
    const text = lines.join(end);
    expectHidden(text, KEY);
    expect(scrubText(text).text).toContain(["ssh-rsa", "Encryption: none", "Private-Lines: 2"].join(end));
  }); // biome-ignore format: one list
});

describe("names with a place in a list", () => {
  it.each([
    `password[]=${WORD}`, `token[0]=${KEY}`, `api_key[]=${KEY}`, `apiToken[0]=${KEY}&page=2`, `password[0]: ${WORD}`,
    `creds.password[0]="${WORD}"`, `user[0].password[0]=${WORD}`, `users[0].password=${WORD}`, `find(1).password = '${WORD}'`,
    `user[password][0]=${WORD}`, `a=1&password%5B%5D=${WORD}`,
  ])("hide the value: %s", (text) => expectHidden(text)); // biome-ignore format: one list

  it.each(["token[0] = tokens[1]", "tokens[0]: 512", "page[0]=2&sort[]=name", "session[0]=closed"])(
    "keep %s",
    expectKept,
  );
});

describe("a mark behind a backslash", () => {
  it.each([
    `Password=abcde\\;${WORD}`,
    `password=ab\\ ${WORD}`,
    `password=ax\\,b\\&${WORD}`,
    `password=ab\\\\;${WORD}`,
  ])("is the value's own: %s", (text) => expectHidden(text));

  it.each([
    [`{"q": "password=abcde\\", \\"user\\": 1"}`, `{"q": "password=[redacted]\\", \\"user\\": 1"}`],
    ["password=abcde\\nuser: bob", "password=[redacted]\\nuser: bob"],
  ])("and is not where it ends the text around it: %s", (text, scrubbed) =>
    expect(scrubText(text).text).toBe(scrubbed),
  );
});

function expectHidden(text: string, secret?: string): void {
  const { text: scrubbed, found } = scrubText(text, ALL);
  for (const part of secret === undefined ? [KEY, WORD] : [secret]) expect(scrubbed).not.toContain(part);
  expect(found).toBeGreaterThan(0);
  expect(scrubText(scrubbed, ALL).text).toBe(scrubbed);
}

function expectKept(text: string): void {
  expect(scrubText(text, ALL)).toEqual({ text, found: 0 });
}
