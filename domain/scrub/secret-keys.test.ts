import { describe, expect, it } from "vitest";
import { scrubText } from "./scrub-text";

const KEY = "hX9vQ2mZ7pLkT4wR";
const WORD = "dkvnwkaxicnwekfik";
const RUN = "aB3dE6gH9".repeat(20);

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

describe("keys that are written member by member", () => {
  it.each([
    `{"kty":"RSA","n":"0vx7","e":"AQAB","d":"${KEY}"}`,
    `{'kty': 'oct', 'k': '${KEY}'}`,
    `{\\"kty\\":\\"EC\\",\\"d\\":\\"${KEY}\\"}`,
    `{"p":"${KEY}","q":"${WORD}","dp":"${KEY}","dq":"${KEY}","qi":"${KEY}","kty":"RSA"}`,
  ])("are hidden: %s", (text) => expectHidden(text));

  it.each(['{"kty":"RSA","n":"0vx7agoebGcQSuuPiLJXZpt","e":"AQAB","kid":"k"}', '{"d":"monday","p":"some"}'])(
    "are kept where they are public: %s",
    expectKept,
  );
});

function expectHidden(text: string, secret?: string): void {
  const { text: scrubbed, found } = scrubText(text);
  for (const part of secret === undefined ? [KEY, WORD] : [secret]) expect(scrubbed).not.toContain(part);
  expect(found).toBeGreaterThan(0);
  expect(scrubText(scrubbed).text).toBe(scrubbed);
}

function expectKept(text: string): void {
  expect(scrubText(text)).toEqual({ text, found: 0 });
}
