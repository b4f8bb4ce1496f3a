import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exceptionsOf, type FramesPayload } from "./frames-payload";
import { prepareFrames } from "./frames-record";
import { parseInstant } from "./instant";
import { stringifyJson } from "./json";
import { UNPINNED } from "./permissions";
import { withoutControls } from "./terminal-text";

/** Ways in which a secret stands in one line of a trace; each gives itself away by itself. */
const FORMS: readonly ((secret: string) => string)[] = [
  (s) => `login failed, password:${s} in a sentence`,
  (s) => `connect(user="app", password="${s}")`,
  (s) => `{"user":{"accessToken":"${s} ${s}"}}`,
  (s) => `{\\"client_secret\\": \\"${s}\\"}`,
  (s) => `GET https://api.example/v1?api_key=${s}&page=2 gave 401`,
  (s) => `postgres://app:${s}@db.internal/shop`,
  (s) => `Authorization: Basic ${s}==`,
  (s) => `Cookie: a=b; sid=${s}`,
  (s) => `deploy --token ${s} --to eu`,
  (s) => `got Bearer ${s}${s}`,
  (s) => `eyJhbGciOiJIUzI1NiJ9.eyJ${s}.${s}`,
  (s) => `used ghp_${s}${s} there`,
  (s) => `used sk-ant-${s} there`,
  (s) => `<password>${s}</password>`,
  (s) => `Key (reset_token)=(${s}) already exists.`,
  (s) => `const apiKey = '${s}';`,
  (s) => `#0 /srv/app/a.php(3): PDO->__construct('mysql:host=db', 'root', '${s}')`,
  (s) => `login("bob", "${s}")`,
  (s) => `password -> ${s}`,
];

/** Texts planted in a trace: before it, in its message, in a source line, in an argument, in its cause, behind it. */
type Planted = Record<"start" | "message" | "code" | "argument" | "cause" | "end", string>;
const PLACES = ["start", "message", "code", "argument", "cause", "end"] as const;
const NOTHING: Planted = { start: "", message: "no", code: "pay()", argument: "o", cause: "late", end: "" };

const LANGUAGES: Readonly<Record<string, (planted: Planted) => string>> = {
  python: ({ start, message, code, argument, cause, end }) => `${start}
Traceback (most recent call last):
  File "/srv/app/pay.py", line 7, in pay
    ${code}
PayError: ${cause}

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/srv/app/loop.py", line 9, in run
    run(${argument})
app.Late: ${message}
${end}`,
  "python groups": ({ start, message, code, argument, cause, end }) => `${start}
  + Exception Group Traceback (most recent call last):
  |   File "/srv/app/all.py", line 3, in <module>
  |     ${code}
  | ExceptionGroup: ${message} (1 sub-exception)
  +-+---------------- 1 ----------------
    | Traceback (most recent call last):
    |   File "/srv/app/one.py", line 4, in one
    |     one(${argument})
    | ValueError: ${cause}
    +------------------------------------
${end}`,
  "python in a box": ({ start, message, code, argument, cause, end }) => `${start}
╭─────────────── Traceback (most recent call last) ────────────────╮
│ /srv/app/pay.py:7 in pay                                          │
│                                                                   │
│   6 def pay(order):                                               │
│ ❱ 7     ${code}
│   8     ${argument}
╰───────────────────────────────────────────────────────────────────╯
PayError: ${message}
${cause}
${end}`,
  javascript: ({ start, message, code, argument, cause, end }) => `${start}
/srv/app/pay.js:3
    ${code}
    ^

Error: ${message}
    at pay (/srv/app/pay.js:3:9)
    at run (${argument}:9:1)
    at node:internal/main:1:1 {
  [cause]: TypeError: ${cause}
      at charge (/srv/app/charge.js:1:2)
}
${end}`,
  browser: ({ start, message, code, argument, cause, end }) => `${start}
${message}
pay@https://shop.example/app.js:3:9
${code}
run@https://shop.example/app.js?${argument}:9:1
${cause}
${end}`,
  java: ({ start, message, code, argument, cause, end }) => `${start}
Exception in thread "main" com.shop.PayException: ${message}
	at com.shop.Pay.run(Pay.java:12)
	at ${code}
	at com.shop.${argument}(Loop.java:3)
Caused by: java.io.IOException: ${cause}
	at com.shop.Http.send(Http.java:7)
	... 12 more
${end}`,
  go: ({ start, message, code, argument, cause, end }) => `${start}
panic: ${cause} [recovered]
	panic: ${message}

goroutine 1 [running]:
main.pay(${argument})
	/srv/app/pay.go:12 +0x1d
main.run(...)
	${code}:9
${end}`,
  ruby: ({ start, message, code, argument, cause, end }) => `${start}
/srv/app/pay.rb:7:in 'pay': ${message} (PayError)
	from /srv/app/${argument}:9:in 'run'
	from ${code}
/srv/app/http.rb:3:in 'send': ${cause} (IOError)
	from /srv/app/pay.rb:6:in 'pay'
${end}`,
  csharp: ({ start, message, code, argument, cause, end }) => `${start}
Unhandled exception. Shop.PayException: ${message}
 ---> System.IO.IOException: ${cause}
   at Shop.Http.Send(String url) in /srv/app/Http.cs:line 7
   --- End of inner exception stack trace ---
   at Shop.Pay.Run(${argument}) in /srv/app/Pay.cs:line 12
   at ${code}
${end}`,
  php: ({ start, message, code, argument, cause, end }) => `${start}
PHP Fatal error:  Uncaught IOException: ${cause} in /srv/app/http.php:7
Stack trace:
#0 /srv/app/pay.php(12): send('${argument}')
#1 {main}

Next PayException: ${message} in /srv/app/pay.php:12
Stack trace:
#0 /srv/app/loop.php(3): ${code}
#1 {main}
${end}`,
  dart: ({ start, message, code, argument, cause, end }) => `${start}
Unhandled exception:
StateError: ${message}
${cause}
#0      pay (package:shop/pay.dart:7:3)
#1      ${argument} (package:shop/loop.dart:9:1)
#2      ${code}
${end}`,
};

const unit = fc.constantFrom(..."abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789");
const secrets = fc.string({ unit, minLength: 18, maxLength: 18 }).map((text) => `Zq7${text}`);
/** Half of a secret is too much. */
const PART = 9;

const now = parseInstant("2026-11-02T10:00:00Z");

/** All that is stored of a trace, and all that is ever shown of it. */
function everythingOf(raw: string, language: string | null): string {
  if (!now) throw new Error("the time of this test");
  const digest = (text: string) => ({ hash: String(text.length), uuid: "of the digest" });
  const rules = { source_id: 1, pins: UNPINNED, now, retention_days: 30, digest, sanitized: false };
  const outcome = prepareFrames({ reference: "err_1", tool: "pay", language, raw }, rules);
  if (!outcome.ok) throw new Error(outcome.rejection.message);
  const payload = JSON.parse(outcome.frames.payload) as FramesPayload;
  const shown = exceptionsOf(payload, language, { found: 0 });
  const texts = [JSON.stringify(outcome.frames), stringifyJson(shown), payload.raw ?? ""];
  return texts.flatMap((text) => [text, withoutControls(text)]).join("\n");
}

const partsOf = (secret: string) =>
  Array.from({ length: secret.length - PART + 1 }, (_, at) => secret.slice(at, at + PART));

describe.each(Object.keys(LANGUAGES))("a secret in a trace of %s", (language) => {
  const print = LANGUAGES[language] ?? (() => "");
  const named = fc.constantFrom(language.split(" ")[0] ?? null, null);

  it.each(PLACES)("shows nowhere, planted in its %s", (place) => {
    const known = [language.split(" ")[0] ?? null, null];
    const property = fc.property(secrets, fc.constantFrom(...known), (secret, told) => {
      for (const form of FORMS) {
        const everything = everythingOf(print({ ...NOTHING, [place]: form(secret) }), told);
        expect(partsOf(secret).filter((part) => everything.includes(part))).toEqual([]);
      }
    });
    fc.assert(property, { numRuns: 3, seed: 7 });
  });

  it("shows nowhere, whatever colours stand amid it or its name", () => {
    const code = fc.constantFrom("\u001b[1m", "\u001b[0m", "\u001b[38;5;9m");
    const colours = fc
      .array(fc.tuple(fc.nat({ max: 90 }), code), { minLength: 1, maxLength: 4 })
      .map((list) => new Map(list));
    const planting = fc.tuple(fc.constantFrom(...PLACES), fc.constantFrom(...FORMS), secrets, colours, named);
    const property = fc.property(planting, ([place, form, secret, codes, known]) => {
      const text = [...form(secret)].map((unit, at) => (codes.get(at) ?? "") + unit).join("");
      const everything = everythingOf(print({ ...NOTHING, [place]: text }), known);
      expect(partsOf(secret).filter((part) => everything.includes(part))).toEqual([]);
    });
    fc.assert(property, { numRuns: 100, seed: 7 });
  });
});
