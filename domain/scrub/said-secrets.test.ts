import { expect, it } from "vitest";
import { expectInProportion } from "@/tests/support/in-proportion";
import { scrubText } from "./scrub-text";

const SECRET = "Zq9xW3vT7pLm2Kd8";

it.each([
  `the password is ${SECRET} for bob`, `your password was '${SECRET}'`, `login failed with password ${SECRET}`,
  `invalid password 'plain ${SECRET}'`, `Incorrect API key provided: ${SECRET}. See the docs.`, `Unauthorized for api key: ${SECRET}`,
  `API key ${SECRET} is invalid`, `token ${SECRET} has expired`, `client secret ${SECRET}`, `ALTER ROLE bob WITH PASSWORD '${SECRET}'`,
  `CREATE USER a IDENTIFIED BY '${SECRET}'`, `ALTER USER a IDENTIFIED WITH sha256_password BY '${SECRET}'`,
  `curl -u admin:${SECRET} https://x.example`, `curl --user 'admin:${SECRET}' https://x.example`, `['curl', '-u', 'admin:${SECRET}']`,
  `mysql -u root -p${SECRET} shop`, `Command '['mysql', '-p${SECRET}']' failed`, `Command '['mysql', '--password', '${SECRET}']' failed`,
  `sshpass -p ${SECRET} ssh root@h`, `docker login -u bob -p ${SECRET}`, `redis-cli -a ${SECRET}`, `tool -password ${SECRET}`,
  `machine api.example login bob password ${SECRET}`, `machine api.example\n  login bob\n  password ${SECRET}`,
])("hides what is said: %s", (text) => {
  const { text: scrubbed, found } = scrubText(text);
  expect(scrubbed).not.toContain(SECRET.slice(0, 6));
  expect(scrubbed).not.toContain(SECRET.slice(-6));
  expect(found).toBe(1);
  expect(scrubText(scrubbed).text).toBe(scrubbed);
}); // biome-ignore format: one list

it.each([
  ["password is hunter2", "password is [redacted]"],
  ["the password is sunshine", "the password is [redacted]"],
  ["Your password is: sunshine.", "Your password is: [redacted]"],
  ["password was sunshine for bob", "password was [redacted] for bob"],
  ["his pin is 4711, he said", "his pin is [redacted], he said"],
  ["\\\\nthe password is P@ss!", "\\\\nthe password is [redacted]"],
  ["password set to letmein1", "password set to [redacted]"],
])("hides what somebody made up: %s", (text, scrubbed) =>
  expect(scrubText(text)).toEqual({ text: scrubbed, found: 1 }),
);

it.each([
  "the password is weak", "the password is compromised.", "the password is case-sensitive", "the password is 8 characters long",
  "password is SHA-256 hashed", "the password was reset", "password is stored in the vault", "the password is part of the address",
  "the password is something else", "the password is yours", "the password is sunshine-like to many", "the password is https://docs.example", "password was 30d old",
  "docker run -u 1000:1000 image", "curl -u 1000:1000 x", "mkdir -p /srv/data", "mysql -u root -p shop", "redis-cli -p 6379",
  "docker run -p 8080:80 web", "the password is required", "the password is not long enough", "password 'must be 8 characters'",
  "invalid password 'required'", "Unexpected token 'export'", "token 550e8400-e29b-41d4-a716-446655440000 was used",
  "secret 0a1b2c3d4e5f67890a1b2c3d4e5f6789", "the resource is identified by name", "a row is identified by id 7", "login as bob",
  "reset the password of user 123456789012345", "the api key is missing", "the token was revoked", "give the token to somebody",
])("keeps: %s", (text) => expect(scrubText(text)).toEqual({ text, found: 0 })); // biome-ignore format: one list

it("reads hostile text in proportion to its length", () => {
  const pieces = [
    "password is ", "api key provided: ", "login a password ", "curl -u a:", "mysql ", "mysql -p", "docker login ", "identified by ",
    "identified with ", "session=", "sid=\"", "password=x.", "token: a ", "password: |\n ", "password=a,", "pin=['must be ", "password=A[",
    "token = a.b ?? ", "auth=(\"", "-password '", "'--token', ",
  ]; // biome-ignore format: one list
  for (const piece of pieces)
    expectInProportion(
      (length) => expect(scrubText(piece.repeat(Math.ceil(length / piece.length))).text).toBeTypeOf("string"),
      200_000,
      JSON.stringify(piece),
    );
});
