import { expect, it } from "vitest";
import { scrubText } from "./scrub-text";

const LINE = "MIIEowIBAAKCAQEAz0Zq9xW3vT7pLm2Kd8aaaaBBBBccccDDDDeeeeFFFFgggg11";
const LAST = "Kd8Zq9xW3vT7pLm2==";
const lines = (end: string, before = "") => [LINE, LINE, LAST].map((line) => before + line).join(end);

it.each([
  ["as it is written", `-----BEGIN RSA PRIVATE KEY-----\n${lines("\n")}\n-----END RSA PRIVATE KEY-----`],
  ["with other blanks", `-----BEGIN\u00a0PRIVATE\u00a0\u2009KEY-----\n${lines("\n")}\n-----END\u00a0PRIVATE\u00a0KEY-----`],
  ["with the dashes of a word processor", `–—BEGIN PRIVATE KEY—–\n${lines("\n")}\n–—END PRIVATE KEY—–`],
  ["of SSH", `---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\n${lines("\n")}\n---- END SSH2 ENCRYPTED PRIVATE KEY ----`],
  ["in small letters", `-----begin private key-----\n${lines("\n")}\n-----end private key-----`],
  ["in markup", `-----BEGIN&nbsp;EC&nbsp;PRIVATE&nbsp;KEY-----\n${lines("\n")}\n-----END&nbsp;EC&nbsp;PRIVATE&nbsp;KEY-----`],
  ["in a form", `-----BEGIN+PRIVATE+KEY-----%0A${lines("%0A")}%0A-----END+PRIVATE+KEY-----`],
  ["in JSON", `-----BEGIN\\u00a0PRIVATE\\u00a0KEY-----\\n${lines("\\n")}\\n-----END`],
  ["without its end", `-----BEGIN PRIVATE KEY-----\n${lines("\n")}`],
  ["without its head", `${LINE.slice(20)}\n${lines("\n")}\n-----END RSA PRIVATE KEY-----`],
  ["without its head, in JSON", `${lines("\\n")}\\n-----END PRIVATE KEY-----`],
  ["without its head, in a log", `${lines("\n", "2026-11-30 app[7]: ")}\n2026-11-30 app[7]: -----END PRIVATE KEY-----`],
  ["without its head, in code", `${lines('\\n" +\n  "')}\\n" +\n "-----END PRIVATE KEY-----"`],
  ["but for its last line", `${LAST}\n-----END PRIVATE KEY-----`],
  ["and another one", `-----BEGIN PRIVATE KEY-----\n${LINE}\n-----END PRIVATE KEY-----\n${LINE}\n-----END PRIVATE KEY-----`],
])("a private key is hidden %s", (_, key) => {
  const { text, found } = scrubText(`it said (${key}`);
  expect(text).toMatch(/^it said \(/);
  for (const part of [LINE, LAST]) {
    expect(text).not.toContain(part.slice(2, 14));
    expect(text).not.toContain(part.slice(-14, -2));
  }
  expect(found).toBeGreaterThan(0);
  expect(scrubText(text).text).toBe(text);
}); // biome-ignore format: one list

it.each([
  `-----BEGIN CERTIFICATE-----\n${LINE}\n-----END CERTIFICATE-----`,
  `-----BEGIN PUBLIC KEY-----\n${LINE}\n-----END PUBLIC KEY-----`,
  "the private key in /srv/app/etc/private/keys/of/the/service/pay ended in\n-----END PRIVATE KEY-----",
  "a private session begins and ends here",
  "BEGIN; the private key was given; END",
])("stays: %s", (text) => expect(scrubText(text)).toEqual({ text, found: 0 }));
