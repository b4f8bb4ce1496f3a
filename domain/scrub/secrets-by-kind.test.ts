import { describe, expect, it } from "vitest";
import { expectInProportion } from "@/tests/support/in-proportion";
import type { ScrubRules } from "./scrub-rules";
import { scrubText } from "./scrub-text";

/** One that looks drawn by chance, and one that is a word to any rule. */
const KEY = "hX9vQ2mZ7pLkT4wR";
const WORD = "dkvnwkaxicnwekfik";
const ALL: ScrubRules = { email_addresses: true, card_numbers: "marked", custom: [] };

describe("names with a place in a list", () => {
  it.each([
    `password[]=${WORD}`, `token[0]=${KEY}`, `api_key[]=${KEY}`, `apiToken[0]=${KEY}&page=2`, `password[0]: ${WORD}`,
    `"password[]": "${WORD}"`,
    `password[new]=${WORD}`,
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

describe("addresses of drivers", () => {
  it.each([
    `bob:${WORD}@tcp(db.internal:3306)/shop`,
    `dsn="bob:${WORD}@(h)/db?x=1"`,
    `open bob:${WORD}@unix(/tmp/mysql.sock)/shop: refused`,
    `bob:${WORD}@tcp(db:3306)`,
    `bob:a@${WORD}@tcp([::1]:3306)/`,
    `app bob:a/${WORD}@tcp(db:3306)/shop`,
  ])("lose the password: %s", (text) => {
    expectHidden(text);
    expect(scrubText(text).text).toContain("bob:[redacted]@");
  });

  it.each(["@tcp(db:3306)/shop", "bob@tcp(db:3306)/shop", "see @(x)/y and a:b", "at handler@(main)/x"])(
    "keep %s",
    expectKept,
  );
});

describe("markup that names its value", () => {
  it.each([
    `<property name="password" value="${WORD}"/>`,
    `<add key="Password" value="${WORD}" />`,
    `<Setting Name="Password" Value="${WORD}" />`,
    `<entry name="password">${WORD}</entry>`,
    `<entry key='api_key'>${KEY}</entry>`,
    `<password><![CDATA[${WORD}]]></password>`,
    `<property name="password">\n  <value>${WORD}</value>\n</property>`,
    `<password>\n<![CDATA[a]${WORD}]]>\n</password>`,
    `<input type="password" value="${WORD}">`,
    `<input value='${WORD}' type='password' required>`,
    `<input value="${WORD}" name="user[password]" type=text>`,
    `&lt;password&gt;${WORD}&lt;/password&gt;`,
    `&amp;lt;password&amp;gt;${WORD}&amp;lt;/password&amp;gt;`,
    `&#60;password&#62;${WORD}&#60;/password&#62;`,
    `{"xml": "<property name=\\"password\\" value=\\"${WORD}\\"/>"}`,
    `<x:property x:name="password" x:note="a > b" value="${WORD}"/>`,
    `&lt;property name=&quot;password&quot; value=&quot;${WORD}&quot;/&gt;`,
    `<name>db.password</name>\n  <value>${WORD}</value>`,
    `<key>password</key><string>${WORD}</string>`,
    `<param-name>password</param-name><param-value>${WORD}</param-value>`,
    `<RSAKeyValue><Modulus>ab12</Modulus><D>${WORD}=</D><InverseQ>${KEY}</InverseQ></RSAKeyValue>`,
  ])("loses it: %s", (text) => expectHidden(text));

  it.each([
    '<input type="password" name="password" value="">',
    '<input type="submit" value="Change the password">',
    '<label for="password">Your password</label>',
    '<a name="password">Passwords</a>',
    '<div id="password">Choose one</div>',
    '<add key="Timeout" value="30"/>',
    "<D>some text</D>",
    "&lt;b&gt;password&lt;/b&gt; is a field",
    '<token type="string" value="(">',
    "if a < b and key > c",
    '<property name="tokens" value="required"/>',
  ])("is kept: %s", expectKept);

  it("keeps what is around the value", () => {
    const text = `<input type="password" class="wide" value="${WORD}" autofocus> and more`;
    expect(scrubText(text).text).toBe(
      '<input type="password" class="wide" value="[redacted]" autofocus> and more',
    );
  });
});

describe("parts of forms", () => {
  const part = (name: string, value: string, end = "\r\n") =>
    ["--x", `Content-Disposition: form-data; name="${name}"`, "", value, "--x--"].join(end);
  it.each([
    part("password", WORD),
    `name="password"\r\n\r\n${WORD}\r\n--x`,
    part("password", WORD, "\n"),
    part("password", WORD, "\\r\\n"),
    part("user[password]", WORD),
    part("api_key", KEY),
    `form-data; name=\\"password\\"\\r\\n\\r\\n${WORD}\\r\\n--x`,
    `form-data; name="password"\r\nContent-Type: text/plain\r\n\r\n${WORD}`,
    part("password", `two\r\nlines of ${WORD}`),
  ])("lose secrets: %j", (text) => expectHidden(text));

  it("keep what is no secret", () => {
    expectKept(part("order", "ord_81237"));
    expectKept(part("session", "closed"));
    expect(scrubText(part("password", WORD)).text).toBe(part("password", "[redacted]"));
  });
});

describe("rows that are inserted", () => {
  it.each([
    `INSERT INTO users (name, password) VALUES ('bob','${WORD}')`,
    `insert into users(name,password) values ('a','x y'), ('bob', '${WORD}')`,
    `INSERT INTO "my users" (name, password) OUTPUT inserted.id VALUES ('bob', '${WORD}')`,
    `INSERT INTO "users" ("password", "name") VALUES ('it''s ${WORD}', 'bob')`,
    `INSERT IGNORE INTO \`u\` (\`password\`) VALUES (SHA1('${WORD}'))`,
    `INSERT INTO [dbo].[u] ([Name],[Password]) VALUES (N'bob', N'${WORD}')`,
    `REPLACE INTO u (n, api_key) VALUES (f(1, 2), "${KEY}")`,
    `{"sql": "INSERT INTO u (n, password) VALUES (\\"bob\\", \\"${WORD}\\")"}`,
    `INSERT INTO u (n, password) VALUES ('bob', 'cut ${WORD}`,
  ])("lose secrets: %s", (text) => expectHidden(text));

  it("keep what is no secret", () => {
    const row = (password: string, pin: string) =>
      `INSERT INTO u (name, password, pin) VALUES ('bob, (b)', ${password}, ${pin}), ('ann', NULL, ?)`;
    expect(scrubText(row(`'${WORD}'`, "4711")).text).toBe(row("'[redacted]'", "[redacted]"));
    expectKept("INSERT INTO u (name, password) VALUES ($1, $2), (:name, :password), (?, '%s')");
    expectKept("INSERT INTO sessions (id, session) VALUES (7, 'closed')");
  });
});

describe("variables of an environment", () => {
  it.each([
    `ENV PASSWORD ${WORD}`,
    `Step 4/9 : ENV API_KEY ${KEY}`,
    `setenv PASSWORD ${WORD}`,
    `set -x DB_PASSWORD "${WORD}"`,
    `export PASSWORD ${WORD}`,
  ])("lose secrets: %s", (text) => expectHidden(text));

  it.each([
    "ENV PASSWORD required",
    "ENV PATH /usr/bin",
    "set PASSWORD if you can",
    "set the PASSWORD first",
    "export TOKEN",
  ])("keep %s", expectKept);
});

describe("what is printed otherwise, or not seen", () => {
  it.each([
    `password：${WORD}`,
    `password＝${WORD}`,
    `ｐａｓｓｗｏｒｄ: ${WORD}`,
    `“password”: “${WORD}”`,
    `«password»: «${WORD}»`,
    `‘password’: ‘${WORD}’`,
    `password\u200b=${WORD}`,
    `pass\u00adword=${WORD}`,
    `pass&shy;word=${WORD}`,
    `pass&#8203;word=${WORD}`,
    `{"pass\\u200bword": "${WORD}"}`,
    `password%E2%80%8B=${WORD}`,
    `pass\u200bword: ${WORD}`,
    `password\u2060: ${WORD}`,
    `\ufeffpassword: ${WORD}`,
    `to\u200dken=${KEY}`,
    `gh\u200bp_${KEY}${KEY}${WORD}`,
    `login（“bob”，“${WORD}”）`,
  ])("hides no secret: %s", (text) => expectHidden(text));

  it.each(["bob\u200b@corp.co.uk", "bob@\u00adcorp.co.uk", "bob＠corp.co.uk", "bob&commat;corp.co.uk"])(
    "hides no address: %s",
    (text) => expect(scrubText(`mail ${text} now`, ALL)).toEqual({ text: "mail [e-mail] now", found: 1 }),
  );

  it.each([
    "“The password” is a field, isn’t it？",
    "密码：请输入",
    "the to\u00adken was re\u00adfused",
    "👩\u200d💻 wrote it",
    "“token”: “expired”",
    "page：2（of 3）",
  ])("stays as it is written: %s", expectKept);
});

it("reads hostile text in proportion to its length", () => {
  const pieces = [
    "<a b=\"", "<a name=password ", "<a b='c", "<name>password</name>", "<password><![CDATA[", "password[0][1]", "password[",
    'form-data; name="password"\n', 'form-data; name="password"\n\nx', "INSERT INTO u (password) VALUES (", "INSERT INTO u (password) VALUES ('",
    "INSERT INTO u (password) VALUES ('a'),('b'),", "('a'),", "@tcp(a)/", "bob:x@tcp(a)/", "bob:", '"kty":"d":"abcd",', "Private-Lines: 1\nabcd\n",
    "Private-Lines: 1\n", "ENV PASSWORD ", "“password”：", "pass\u200bword＝", "password=\\;", '"pass word" ', "s.aB3", "&lt;password&gt;",
    "password=a\\,", '"a b c d" : ', "discord.com/api/webhooks/1", "MTk4.",
  ]; // biome-ignore format: one list
  for (const piece of pieces)
    expectInProportion((length) => scrubText(piece.repeat(length / piece.length), ALL), 40_000, piece);
}, 120_000);

function expectHidden(text: string): void {
  const { text: scrubbed, found } = scrubText(text, ALL);
  for (const part of [KEY, WORD]) expect(scrubbed).not.toContain(part);
  expect(found).toBeGreaterThan(0);
  expect(scrubText(scrubbed, ALL).text).toBe(scrubbed);
}

function expectKept(text: string): void {
  expect(scrubText(text, ALL)).toEqual({ text, found: 0 });
}
