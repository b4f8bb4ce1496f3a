// over 250 lines because one table holds every kind of trace.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { expectInProportion } from "@/tests/support/in-proportion";
import { findLeaks, maskLeaks, maskTraces, mayLeak } from "./leaks";

/** Stands in messages, source lines, locals and names: wherever a trace tells of the inside. */
const MARKER = "zq7marker";

const ESC = "\u001b";
const PRINTED_NOT = new RegExp(`${ESC}\\[[\\d;]*m|\\[\\d+m|.\u0008|[\u200b\u00ad]`, "g");

const PYTHON = `Traceback (most recent call last):
  File "/srv/app/pay.py", line 12, in pay
    charge("${MARKER}")
ValueError: ${MARKER}`;
const NODE = `TypeError: ${MARKER}\n    at charge (/app/pay.js:12:3)`;
const JVM = `com.acme.PayException: ${MARKER}\n\tat com.acme.Pay.${MARKER}(Pay.java:12)`;

const TRACES: Readonly<Record<string, string>> = {
  python: PYTHON,
  "python, locals behind an empty line": `${PYTHON}\n\nLocals:\n  card = "${MARKER}"`,
  "python, an empty line after each": PYTHON.replaceAll("\n", "\n\n"),
  "python, line ends of mail doubled": PYTHON.replaceAll("\n", "\r\n\r\n"),
  "python, chained": `${PYTHON}\n\nDuring handling of the above exception, another exception occurred:\n\n${PYTHON}`,
  "python, notes below": `${PYTHON}\nwhile paying ${MARKER}\n\n${MARKER}`,
  "python, a notebook": `---------------------------------------------------------------------------
ValueError                                Traceback (most recent call last)
Cell In[3], line 1
----> 1 pay("${MARKER}")

File ~/pay.py:12, in pay(card)
     11     check(card)
---> 12     charge("${MARKER}")

ValueError: ${MARKER}`,
  "python, a test": `    def test_pay():
>       charge("${MARKER}")
E       ValueError: ${MARKER}

pay.py:12: ValueError`,
  "python, boxed": `╭─────── Traceback (most recent call last) ───────╮
│ /srv/app/pay.py:12 in pay                        │
│ ❱ 12     charge("${MARKER}")                     │
│ ╭─ locals ─╮ card = "${MARKER}"                  │
╰──────────────────────────────────────────────────╯
ValueError: ${MARKER}`,
  "python, fatal": `Fatal Python error: ${MARKER}\n\nThread 0x01 (most recent call first):\n  File "pay.py", line 12 in pay`,
  "python, a warning": `/srv/app/pay.py:12: UserWarning: ${MARKER}\n  warnings.warn("${MARKER}")`,
  node: NODE,
  "node, uncaught": `/app/pay.js:12\n    charge("${MARKER}")\n    ^\n\nTypeError: x\n    at charge (/app/pay.js:12:3)`,
  "node, uncaught at the left margin": `/app/pay.js:12\ncharge("${MARKER}")\n^\n\nTypeError: x\n    at charge (/app/pay.js:12:3)`,
  "node, uncaught within node": `node:internal/loader:1247\n  throw err("${MARKER}");\n  ^\n\nError: Cannot find module '${MARKER}'\n    at Module._load (node:internal/loader:12:3)`,
  "node, uncaught in an ES module": `file:///app/pay.mjs:12\n  charge("${MARKER}")\n  ^\n\nPaymentRefused: ${MARKER}\n    at file:///app/pay.mjs:12:3`,
  "node, uncaught and no error": `/app/pay.js:12\n    throw "${MARKER}"\n    ^\n${MARKER}\n(Use \`node --trace-uncaught ...\`)`,
  "node, uncaught JSON": `undefined:1\n{${MARKER}}\n ^\n\nSyntaxError: Unexpected token\n    at JSON.parse (<anonymous>)`,
  "node, what is dumped behind": `${NODE.replace("TypeError", "AxiosError")} {\n  code: 'ERR',\n  config: { data: '${MARKER}' }\n}`,
  "node, dumped in the last line": `${NODE.replace("TypeError", "AxiosError")} { code, config: { data: '${MARKER}' } }`,
  "node, causes": `${NODE} {\n  [cause]: PaymentRefused: ${MARKER}\n      at pay (/app/pay.js:1:2)\n}`,
  "node, a message of paragraphs": `Error: first\n\nsecond ${MARKER}\n\nthird ${MARKER}\n    at charge (/app/pay.js:12:3)`,
  "node, in one line": `Error: ${MARKER} at charge (/app/pay.js:12:3) { data: '${MARKER}' }`,
  "node, in one line, another name": `The refund failed: PaymentRefused: ${MARKER} at charge (/app/pay.js:12:3)`,
  "jvm, in one line, another name": `The refund failed: com.acme.Refused: ${MARKER} at com.acme.Pay.charge(Pay.java:12)`,
  "node, evaluated": `Error: ${MARKER}\n    at <anonymous>:1:1`,
  "node, a list of promises": `Error: ${MARKER}\n    at async Promise.all (index 0)`,
  "v8, a bundle": `TypeError: ${MARKER}\n    at Object.charge (https://shop.example/pay.js?v=1:12:3)`,
  "firefox, a bundle": `TypeError: ${MARKER}\ncharge@https://shop.example/pay.js?v=1:12:3`,
  "jvm, a lambda": `com.acme.Refused: ${MARKER}\n\tat com.acme.Pay$$Lambda$14/0x0000.run(Unknown Source)`,
  ".net, in German": `Acme.Refused: ${MARKER}\n   bei Acme.Pay.Charge(String ${MARKER}) in C:\\src\\Pay.cs:Zeile 12`,
  "ruby, a name behind": `undefined method '${MARKER}' for nil (NoMethodError)\n\n${MARKER}\n^^^\nfrom pay.rb:12:in 'x'`,
  "node, another name": `PaymentRefused: ${MARKER}\n    at charge (/app/pay.js:12:3)`,
  "node, no name": `${MARKER} was refused\n    at charge (/app/pay.js:12:3)`,
  firefox: `TypeError: ${MARKER}\ncharge@https://shop.example/pay.js:12:3\n${MARKER}@https://shop.example/pay.js:1:2`,
  jvm: JVM,
  "jvm, another name": `com.acme.PaymentRefused: ${MARKER}\n\tat com.acme.Pay.charge(Pay.java:12)`,
  "jvm, a thread": `Exception in thread "${MARKER}" com.acme.PaymentRefused: ${MARKER}\n\tat com.acme.Pay.charge(Pay.java:12)`,
  "jvm, causes": `${JVM}\nCaused by: com.acme.Refused: ${MARKER}\n${MARKER}, line two\n\t... 3 more\n\tSuppressed: ${MARKER}`,
  ".net": `Unhandled exception. Acme.PaymentRefused: ${MARKER}\n   at Acme.Pay.Charge(String ${MARKER}) in C:\\src\\Pay.cs:line 12`,
  ".net, inner": `System.Exception: ${MARKER}\n ---> Acme.Refused: ${MARKER}\n   at Acme.Pay.Charge(String id)\n   --- End of inner exception stack trace ---\nData: ${MARKER}`,
  go: `panic: ${MARKER}\n\ngoroutine 1 [running]:\nmain.${MARKER}(0x1)\n\t/srv/app/main.go:9 +0x1d\nexit status 2 ${MARKER}`,
  "go, fatal": `fatal error: ${MARKER}\n\ngoroutine 1 [running]:\nmain.pay()\n\t/srv/app/main.go:9 +0x1d`,
  "go, served": `2026/11/30 12:00:00 http: panic serving 1.2.3.4:5: ${MARKER}\ngoroutine 5 [running]:\nmain.pay()`,
  "go, a log": `2026/11/30 12:00:00 main.go:12: ${MARKER}`,
  rust: `thread 'main' panicked at src/pay.rs:12:5:\n${MARKER}\nstack backtrace:\n   0: pay::${MARKER}\n             at ./src/pay.rs:12:5`,
  "rust, old": `thread 'main' panicked at '${MARKER}', src/pay.rs:12:5`,
  "rust, causes": `Error: ${MARKER}\n\nCaused by:\n    0: ${MARKER}\n    1: ${MARKER}\n\nStack backtrace:\n   0: pay::charge\n             at ./src/pay.rs:12:5`,
  ruby: `pay.rb:12:in \`charge': ${MARKER} (PaymentRefused)\n\tfrom pay.rb:20:in \`${MARKER}'`,
  "ruby, source": `/srv/pay.rb:12:in 'charge': ${MARKER} (NoMethodError)\n\n    card.${MARKER}\n        ^^^^^^^\n\tfrom pay.rb:20:in '<main>'`,
  php: `PHP Fatal error:  Uncaught PaymentRefused: ${MARKER} in /srv/pay.php:12\nStack trace:\n#0 /srv/pay.php(20): charge('${MARKER}')\n#1 {main}\n  thrown in /srv/pay.php on line 12`,
  "php, a warning": `Warning: Undefined variable $${MARKER} in /srv/pay.php on line 12`,
  "php, no name": `Undefined index: ${MARKER} in /srv/pay.php on line 12`,
  "php, HTML": `<br />\n<b>Fatal error</b>:  Uncaught Refused: ${MARKER} in <b>/srv/pay.php</b>:<b>12</b><br />\nStack trace:<br />#0 {main} ${MARKER}`,
  perl: `Can't charge ${MARKER} at /srv/app/pay.pl line 12.`,
  "perl, confessed": `${MARKER} was refused at pay.pm line 12, <STDIN> line 3.\n\tmain::charge("${MARKER}") called at pay.pl line 20`,
  elixir: `** (PaymentRefused) ${MARKER}\n    (pay 0.1.0) lib/pay.ex:12: Pay.charge/1`,
  "elixir, a server": `GenServer ${MARKER} terminating\n** (stop) ${MARKER}\n    (pay 0.1.0) lib/pay.ex:12: Pay.charge/1\nLast message: {:charge, "${MARKER}"}\nState: %{card: "${MARKER}"}`,
  erlang: `** exception error: ${MARKER}\n     in function  pay:charge/1 (pay.erl, line 12)`,
  swift: `pay/main.swift:12: Fatal error: ${MARKER}\nCurrent stack trace:\n0 libswiftCore.dylib ${MARKER}`,
  "swift, old": `Fatal error: ${MARKER}: file pay/main.swift, line 12`,
  "objective-c": `*** Terminating app due to uncaught exception 'Refused', reason: '${MARKER}'`,
  "c++": `terminate called after throwing an instance of 'refused'\n  what():  ${MARKER}`,
  dart: `Unhandled exception:\n${MARKER}\n#0      charge (package:pay/pay.dart:12:5)`,
  lua: `lua: pay.lua:12: ${MARKER}\nstack traceback:\n\t[C]: in function 'error'\n\tpay.lua:12: in function '${MARKER}'`,
  julia: `ERROR: ${MARKER}\nStacktrace:\n [1] charge(card::String)\n   @ Main ./pay.jl:12`,
  haskell: `pay: ${MARKER}\nCallStack (from HasCallStack):\n  error, called at pay.hs:12:3 in main:Main`,
  ocaml: `Fatal error: exception Failure("${MARKER}")\nRaised at Pay.charge in file "pay.ml", line 12, characters 3-4`,
};

const SQL: Readonly<Record<string, string>> = {
  postgres: `ERROR:  syntax error at or near "${MARKER}"\nLINE 1: SELECT ${MARKER} FRM cards\n                      ^\nHINT:  ${MARKER}`,
  "postgres, another": `ERROR:  column reference "${MARKER}" is ambiguous\nLINE 1: SELECT ${MARKER}\n               ^`,
  "postgres, details": `duplicate key value violates unique constraint "cards_pkey"\nDETAIL:  Key (card)=(${MARKER}) already exists.`,
  "postgres, a function": `ERROR:  ${MARKER}\nCONTEXT:  PL/pgSQL function pay() line 3 at RAISE\nSQL statement "${MARKER}"`,
  psycopg: `psycopg2.errors.UndefinedColumn: no ${MARKER}\nLINE 1: select ${MARKER}\n               ^`,
  sqlalchemy: `(sqlite3.OperationalError) no such column: ${MARKER}\n[SQL: SELECT ${MARKER}]\n[parameters: ('${MARKER}',)]`,
  mysql: `You have an error in your SQL syntax near '${MARKER}\n${MARKER}' at line 1`,
};

const again = (text: string) => JSON.stringify(text).slice(1, -1);
const codes = (text: string) =>
  [...text]
    .map((each) => (/[\s"<]/.test(each) ? `\\u00${each.charCodeAt(0).toString(16).padStart(2, "0")}` : each))
    .join("");
const WAYS: Readonly<Record<string, (text: string) => string>> = {
  "as it is": (text) => text,
  "behind a sentence": (text) => `The refund failed.\n${text}`,
  "escaped once": again,
  "escaped twice": (text) => again(again(text)),
  "escaped three times": (text) => again(again(again(text))),
  "escaped by codes": codes,
  "escaped by codes, twice": (text) => codes(text).replaceAll("\\", "\\\\"),
  "within JSON": (text) => JSON.stringify({ error: text }),
  "within HTML": (text) =>
    `<pre>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;")}</pre>`,
  "with line ends of HTML": (text) => text.replaceAll("\n", "<br>"),
  "with line ends of Windows": (text) => text.replaceAll("\n", "\r\n"),
  "with other blanks": (text) => text.replaceAll(" ", "\u00a0"),
  "with blanks of no width": (text) => text.replace(/([A-Za-z])([A-Za-z])/g, "$1\u200b$2"),
  "with soft hyphens": (text) => text.replace(/([a-z])([a-z])/g, "$1\u00ad$2"),
  "with colours": (text) => text.replace(/[\w."]+/g, "\u001b[31;1m$&\u001b[0m"),
  "with colours without their escape character": (text) => text.replace(/[\w."]+/g, "[31m$&[0m"),
  "with colours, escaped": (text) => again(text.replace(/[\w."]+/g, "\u001b[31m$&\u001b[0m")),
  overstruck: (text) => text.replace(/[A-Za-z]/g, "$&\u0008$&"),
};

describe.each(Object.entries(WAYS))("what is written %s", (_, write) => {
  it.each(Object.entries({ ...TRACES, ...SQL }))("hides nothing of: %s", (_, leak) => {
    const text = write(leak);
    expect(mayLeak(text)).toBe(true);
    const masked = maskLeaks(text);
    // However the marker is written in what is left.
    expect(masked.replace(PRINTED_NOT, "")).not.toContain(MARKER);
    expect(findLeaks(masked)).toEqual([]);
  });
});

describe("a trace among arguments", () => {
  it.each(Object.entries(TRACES))("is masked: %s", (_, trace) => {
    expect(maskTraces(`The refund failed.\n${trace}`)).not.toContain(MARKER);
  });
});

describe("what stands behind a trace", () => {
  it.each(Object.entries(TRACES))("is masked, since no rule tells where it ends: %s", (_, trace) => {
    expect(maskLeaks(`${trace}\n\nThe card was ${MARKER}.`)).not.toContain(MARKER);
  });
});

describe("what stands before a trace", () => {
  it.each([PYTHON, NODE, JVM, TRACES.go, TRACES["node, uncaught"]])("stays: %s", (trace) => {
    expect(maskLeaks(`The refund of order 17 failed.\n\n${trace}`)).toBe(
      "The refund of order 17 failed.\n\n[trace]",
    );
    expect(maskLeaks(again(`The refund of order 17 failed.\n\n${trace}`))).toBe(
      "The refund of order 17 failed.\\n\\n[trace]",
    );
  });
});

const kindsIn = (text: string) => findLeaks(text).map(({ kind }) => kind);

const HARMLESS = [
  "The rule says: no refund after 30 days.\nError: none of these.\n\nSee line 12 of the form.",
  "Unexpected token at line 3:\n{ amount: 12\n          ^\nExpecting a quotation mark.",
  "Say \\n for a line end, \\t for a tab and \\u00e9 for é.",
  "The pattern is ^[A-Z]{2}\\d+\\/[a-z]+$ and not \\\\d.",
  'Send {\\"status\\":\\"open\\"}, as JSON in a text.',
  "5 &lt; 7 &amp; 7 &gt; 5: a <b>bold</b> claim.\u00a0Yes.",
  "Meet at 10:30 at page 3 line 4, or at the desk (room 12).",
  "Items [1] and [2], 50%, 100%25, 20%20off.",
  "The line was busy at /orders line 3.",
  "Caused by the weather: no flights. Error (12): none left.",
  "Status E   is not D.",
  "The chat is terminating at 12:00.",
  "LINE 7 is closed; take LINE 8: it is open? No.",
  "Ask: what did the warning say? Fatal or not, unhandled or handled.",
  "\u200fשלום\u200e, \ufeffok.",
];

it.each(HARMLESS)("is not found in a sentence: %s", (text) => {
  expect(maskLeaks(text)).toBe(text);
});

const ROOT = join(import.meta.dirname, "..");

it("is not found in the prose of the documentation", () => {
  const files = readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" });
  const pages = files.filter((file) => file.endsWith(".md"));
  // Code shows what leaks look like.
  const texts = pages.map((file) =>
    readFileSync(join(ROOT, "docs", file), "utf8").replace(/^```.*\n[\s\S]*?\n```$/gm, ""),
  );
  const parts = texts.flatMap((text) => text.split(/\n\s*\n|\n[-|]/));
  const prose = parts.map((part) => part.replace(/`+[^`]*`+/g, "it")).filter((part) => !part.includes("`"));
  expect(prose.length).toBeGreaterThan(500);
  expect(prose.filter((part) => kindsIn(part).includes("trace") || kindsIn(part).includes("sql"))).toEqual(
    [],
  );
});

const FAILURES = join(ROOT, "../shared/data/tau-bench/events.ndjson");

it.skipIf(!existsSync(FAILURES))("is not found in what tools said that say it well", () => {
  const events = readFileSync(FAILURES, "utf8").trim().split("\n");
  const messages = events.flatMap((event) =>
    Object.values(JSON.parse(event)).filter((part) => typeof part === "string"),
  );
  expect(messages.length).toBeGreaterThan(events.length);
  expect(messages.filter((message) => kindsIn(message).length > 0)).toEqual([]);
});

it("leaves a sentence that names a place in a file", () => {
  expect(maskLeaks("The rule in refund.py:12 says no.")).toBe("The rule in [trace] says no.");
});

it.each([
  ...["\\", "\\n", "\\u001b[", "\u001b[3", "[31m", "&lt", "<b ", "%25", "\u200b", "a\u0008", "\\\\u00"],
  ...[
    "ERROR: \n",
    "LINE 1: ",
    "Error\n",
    "GenServer a ",
    "at a line ",
    "a.js:1\n",
    "^\n",
    "A.A.",
    "A: ",
    "E   a\n",
    "a.b(c) in ",
    "at a(",
    "a.py:1 ",
  ],
])("takes time in proportion to the text's length: %j", (said) => {
  expectInProportion((length) => maskLeaks(said.repeat(length / said.length)), 40_000, said);
});
