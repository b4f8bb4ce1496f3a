import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectInProportion } from "@/tests/support/in-proportion";
import { scrubText } from "./scrub-text";
import { scrubValue } from "./scrub-value";

const SECRET = "qweS3CRETzz9";

describe("credentials in text", () => {
  it.each([
    `login failed for bob, password:${SECRET} in a sentence`,
    `password='multi word ${SECRET}'`,
    `{"password":"alpha ${SECRET}"}`,
    `password: "a b ${SECRET}"`,
    `{\\"password\\": \\"${SECRET}\\"}`,
    `body="{\\"user\\":{\\"accessToken\\":\\"${SECRET}\\"}}"`,
    `{"accessToken":"${SECRET}"}`,
    `secretAccessKey => ${SECRET}`,
    `https://api.example/v1?api_key=${SECRET}&page=2`,
    `https://bob:${SECRET}@host.example/x`,
    `Authorization: Basic ${SECRET}==`,
    `Authorization: Digest username="x", response="${SECRET}"`,
    `authorization=Bearer ${SECRET}`,
    `curl -H "Authorization: Bearer ${SECRET}abc"`,
    `DB_PASSWORD=${SECRET} npm start`,
    `eyJhbGciOiJIUzI1NiJ9.eyJ${SECRET}.${SECRET}`,
    `-----BEGIN RSA PRIVATE KEY-----\n${SECRET}\n-----END RSA PRIVATE KEY-----`,
    `key AKIAIOSFODNN7EXAMPLE ${"sk_live_"}${SECRET}12345`,
  ])("are hidden: %s", (text) => {
    const { text: scrubbed, found } = scrubText(text);
    expect(scrubbed).not.toContain(SECRET);
    expect(found).toBeGreaterThan(0);
  });

  it.each([
    "the ticket service failed; reference err_7c1f9a.",
    "idempotency_key=refund-42 order 123456789012345",
    "max_tokens: 4096, primary_key: id",
    "id 0c5e4f83-ee32-2c22-c6c3-98a94981de87",
    "https://api.example/v1?page=2&sort=asc",
    "Key (email)=(…) already exists",
  ])("are not seen in: %s", (text) => {
    expect(scrubText(text)).toEqual({ text, found: 0 });
  });

  it("leaves JSON that was JSON", () => {
    const scrubbed = scrubText(JSON.stringify({ user: "bob", userPassword: 'a "b" c', page: 2 })).text;
    expect(JSON.parse(scrubbed)).toEqual({ user: "bob", userPassword: "[redacted]", page: 2 });
  });
});

describe("credentials by their form", () => {
  const run = (length: number, from = "aB3dE6gH9") => from.repeat(20).slice(0, length);
  const hex = (length: number) => "0a1b2c3d4e5f6789".repeat(5).slice(0, length);
  it.each([
    `AKIA${"IOSFODNN7EXAMPLE"}`, `ASIA${"IOSFODNN7EXAMPLE"}`, `ghp_${run(36)}`, `github_pat_${run(40)}`, `glpat-${run(20)}`,
    `xoxb-${"123456789012-"}${run(24)}`, `xapp-1-${run(30)}`, `https://hooks.slack.com/services/T000/B000/${run(24)}`,
    `rk_live_${run(24)}`, `AIza${run(35)}`, `GOCSPX-${run(28)}`, `ya29.${run(60)}`, `sk-${run(48)}`, `sk-ant-api03-${run(60)}`,
    `sk-proj-${run(60)}`, `hf_${run(34)}`, `npm_${run(36)}`, `pypi-${run(60)}`, `SG.${run(22)}.${run(43)}`,
    `${hex(32)}-us12`, `123456789:AA${run(33)}`, `dop_v1_${hex(64)}`, `dapi${hex(32)}`, `hvs.${run(24)}`, `lin_api_${run(40)}`,
    `shpat_${hex(32)}`, `glsa_${run(41)}`, `erk_${run(24)}`,
  ])("are hidden without any name: %s", (key) => {
    const { text, found } = scrubText(`it said (${key}), and stopped`);
    expect(text).toMatch(/^it said \(.*\[redacted\]\), and stopped$/);
    expect(text).not.toContain(key.slice(-12));
    expect(found).toBe(1);
  }); // biome-ignore format: one list

  it.each([
    ["a password with a slash and an at", `postgres://app:p/${SECRET}@${SECRET}@db.internal:5432/shop`],
    ["a user without a password", `https://${SECRET}@host.example/x`],
    ["a flag", `deploy --password ${SECRET} --to eu`],
    ["a flag with an equals sign", `deploy --api-key=${SECRET}`],
    ["an element", `<soap:Password type="x">${SECRET}</soap:Password>`],
    ["a column of a database's detail", `Key (id, reset_token)=(7, ${SECRET}) already exists`],
    ["a password with blanks", `redis://:my ${SECRET}@redis:6379/0`],
    ["a password with blanks of the web", `https://bob:a b ${SECRET}@host.example/x`],
    ["a password with escaped blanks", `https://bob:my%20${SECRET}@host.example`],
    ["a user with a blank", `amqp://bob smith:${SECRET}@host.example/x`],
    ["cookies", `Cookie: theme=dark; sid=${SECRET}; b=2`],
    ["an unusual scheme", `Authorization: ApiKey ${SECRET}`],
    ["a signed request", `Authorization: AWS4-HMAC-SHA256 Credential=x/20260101, Signature=${SECRET}`],
    ["a list", `{"cookies": ["a", "${SECRET}"]}`],
    ["an object", `{"credentials": {"user": "bob", "value": "${SECRET}"}}`],
    ["an inner quote", `{\\"password\\": \\"a \\\\\\"b\\\\\\" ${SECRET}\\"}`],
    ["an escaped address", `next=%2Flogin%3Fpassword%3D${SECRET}`],
    ["escaped JSON", `q=%7B%22user%22%3A1%2C%22password%22%3A%22${SECRET}%22%7D`],
    ["an escaped sentence", `/say/it%20failed%2C%20password%3A${SECRET}%20was`],
    ["a text within a text", `{"sent": "GET /\\r\\nCookie: theme=dark; sid=${SECRET}\\r\\n"}`],
    ["a server's variable", `HTTP_COOKIE: theme=dark; sid=${SECRET}`],
    ["escaped markup", `&quot;password&quot;:&quot;${SECRET} x&quot;`],
    ["a PGP block", `-----BEGIN PGP PRIVATE KEY BLOCK-----\n${SECRET}`],
    ["a value that never ends", `{"password": "${"x ".repeat(20_000)}${SECRET}`],
    ["a value longer than what is looked ahead", `password=${"x".repeat(20_000)}${SECRET}`],
  ])("are hidden in %s", (_, text) => {
    expect(scrubText(text).text).not.toContain(SECRET);
    expect(scrubText(text).found).toBeGreaterThan(0);
  });

  it.each([
    "token: expired",
    "password: required",
    "def login(user: str, password: str, retries: int) -> None",
    '{"has_token": true, "password": null}',
    "tokens: 123456789012345",
    "SELECT * FROM task-queue WHERE risk-level = 3",
    "https://api.example/@user/repo?page=2#top",
    "redis://cache:6379 is down, ask bob@shop",
    "see https://host:8080 and mail bob@shop",
    "at https://a:b, then ask @bob",
    "http://localhost: refused by bob@shop",
  ])("are not seen in: %s", (text) => expect(scrubText(text)).toEqual({ text, found: 0 }));
});

describe("credentials by where they stand", () => {
  it("are hidden below a telling name, beside one, and behind one", () => {
    const value = {
      credentials: { user: SECRET, list: [SECRET] },
      headers: [{ name: "X-Api-Key", value: SECRET }, { name: "Accept", value: "text/html" }],
      pairs: [["Authorization", SECRET], ["Accept", "text/html"]],
      argv: ["run", "--password", SECRET, "--to", "eu"],
      pin: 4711,
      token: 7,
      permitted: ["password", "token"],
    }; // biome-ignore format: one list
    const scrubbed = scrubValue(value, { found: 0 });
    expect(JSON.stringify(scrubbed)).not.toContain(SECRET);
    expect(scrubbed).toMatchObject({
      headers: [{}, { name: "Accept", value: "text/html" }],
      pairs: [
        ["Authorization", "[redacted]"],
        ["Accept", "text/html"],
      ],
      argv: ["run", "--password", "[redacted]", "--to", "eu"],
      pin: "[redacted]",
      token: 7,
      permitted: ["password", "token"],
    });
  });

  it("keeps what it hides nothing in as it is, prototypes out", () => {
    const value = JSON.parse('{"a": [1, {"b": "c"}], "__proto__": {"d": "e"}, "constructor": "f"}');
    expect(scrubValue(value, { found: 0 })).toBe(value);
    const scrubbed = scrubValue({ ...value, ["__proto__"]: { password: SECRET } }, { found: 0 });
    expect(JSON.stringify(scrubbed)).not.toContain(SECRET);
    expect(Object.getPrototypeOf(scrubbed)).toBe(Object.prototype);
  });

  it("counts by kind of rule", () => {
    const scrub = { found: 0, kinds: new Map() };
    scrubValue({ a: `password=${SECRET} https://u:${SECRET}@h`, b: `Bearer ${SECRET}`, pin: 1234 }, scrub);
    expect(Object.fromEntries(scrub.kinds)).toEqual({ named_value: 2, url_credentials: 1, authorization: 1 });
    expect(scrub.found).toBe(4);
  });
});

describe("credentials by the name of their key", () => {
  it.each([
    "accessToken", "refreshToken", "authToken", "idToken", "sessionToken", "csrfToken", "dbPassword", "userPassword",
    "secretKey", "secretAccessKey", "encryptionKey", "stripeKey", "AccountKey", "SharedAccessKey", "signing_key",
    "passwordHash", "bearer", "jwt", "otp", "PIN", "cvv", "client-secret", "X-Api-Key", "Set-Cookie", "sessionId",
  ])("hides %s, however deep", (name) => {
    const scrub = { found: 0 };
    expect(JSON.stringify(scrubValue({ deep: [{ [name]: SECRET }] }, scrub))).not.toContain(SECRET);
    expect(scrub.found).toBe(1);
  }); // biome-ignore format: one list

  it.each([
    "idempotency_key",
    "primaryKey",
    "max_tokens",
    "token_count",
    "author",
    "shipping",
    "design",
    "keyboard",
  ])("leaves %s", (name) => {
    expect(scrubValue({ [name]: "some value" }, { found: 0 })).toEqual({ [name]: "some value" });
  });
});

describe("scrubbed once more, a text stays as it is", () => {
  const rules = { email_addresses: true, card_numbers: "all" as const, custom: [] };
  const pieces = [
    'password="', "token=", "://a:", "eyJ", '"', "'", "@", "/", "&", "=", ":", " ", "[redacted]", "\n", "\\", "{", "}", "[",
    "]", "(", ")", ",", ";", "a", "--password ", "authorization: ", "Basic ", "Bearer ", "digest ", "cookie: ", "%3D", "<pass>",
    "</pass>", "https://", "pin=", "&quot;", "(token)=(", "a@b.example", "4111 1111 1111 1111", "AKIAIOSFODNN7EXAMPLE",
    "-----BEGIN RSA PRIVATE KEY-----", "-----END RSA PRIVATE KEY-----", "user:", "login(", "set_password('", "password is ", " -> ", "\\n", "0a1b2c3d4e5f6789aB",
  ]; // biome-ignore format: one list

  it.each([
    ["a value that only a name hides", ";pin=<pass>}"],
    ["an equals sign behind a flag", "--password =["],
    ["an address within the user's part of another", "a://a:a://a:@"],
  ])("also %s", (_, text) => {
    const once = scrubText(text).text;
    expect(once).toContain("[redacted]");
    expect(once).not.toContain("[redacted][redacted]");
    expect(scrubText(once).text).toBe(once);
  });

  it("whatever it is made of", () => {
    const text = fc.oneof(
      fc.array(fc.constantFrom(...pieces), { maxLength: 10 }).map((parts) => parts.join("")),
      fc
        .tuple(fc.constantFrom(...pieces), fc.string({ unit: "binary" }))
        .map(([head, tail]) => head + tail + head),
    );
    const property = fc.property(text, (some) => {
      const once = scrubText(some, rules).text;
      expect(scrubText(once, rules).text).toBe(once);
    });
    fc.assert(property, { numRuns: 3_000, seed: 4 });
  });
});

it("reads hostile text in proportion to its length", () => {
  const rules = { email_addresses: true, card_numbers: "all" as const, custom: [] };
  const pieces = [
    'password=\\"', "a.", "pin=[\n", "pin={", "pin='", "eyJ", "eyJ-", "sk-", "-----BEGIN A", "https://", "redis://a:", "@",
    "a@b.", "(a)=(", "<pass>", "</", "1 ", "4111 ", "\\", '"', "&quot;", "--pass ", "?a=", "authorization: ", "cookie: ",
    "=", "a", "-", "hooks.slack.com/services/", "dp.pt.",
  ]; // biome-ignore format: one list
  const take = (text: string) => (length: number) => {
    const hostile = text.repeat(Math.ceil(length / text.length));
    expect(scrubText(hostile, rules).text.length).toBeLessThan(hostile.length * 4);
  };
  for (const [at, piece] of pieces.entries()) {
    const other = pieces[(at * 7 + 3) % pieces.length] ?? "a";
    for (const text of [piece, piece + other, `${piece}\n${other}`])
      expectInProportion(take(text), 300_000, JSON.stringify(text));
  }
});
