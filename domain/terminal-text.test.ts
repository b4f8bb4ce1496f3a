import { expect, it } from "vitest";
import { expectInProportion } from "@/tests/support/in-proportion";
import { withoutControls } from "./terminal-text";

it.each([
  ["a colour", "pass\u001b[31mword"],
  ["a colour of many parts", "pass\u001b[38;5;9m\u001b[1mword"],
  ["a colour by one character", "pass\u009b31mword"],
  ["a character set", "pass\u001b(Bword"],
  ["what tput sgr0 writes", "pass\u001b(B\u001b[mword"],
  ["keypad and cursor modes", "pass\u001b=\u001b7\u001b8word"],
  ["a link", "\u001b]8;;https://a.example\u0007password\u001b]8;;\u0007"],
  ["a link ended the long way", "\u001b]8;;https://a.example\u001b\\password\u001b]8;;\u001b\\"],
  ["a title by one character", "pass\u009d0;title\u009cword"],
  ["a device's text", "pass\u001bPq#0\u001b\\word"],
  ["overstriking", "p\bpa\bas\bss\bsword"],
  ["underlining", "_\bpassword"],
])("shows a word without %s", (_, text) => expect(withoutControls(text)).toBe("password"));

it.each(["password", "a [31m] b", "C:\\new\\(B", "naïve – 数字 ✓", "line\r\nline\tcell", "a\u0085b"])(
  "leaves what a terminal shows: %j",
  (text) => expect(withoutControls(text)).toBe(text),
);

it("reads hostile text in proportion to its length", () => {
  for (const piece of [
    "\u001b[",
    "\u001b]",
    "\u001bP",
    "\u009b1;",
    "\u009d",
    "\u001b(",
    "a\b",
    "\b",
    "\u001b ",
    "\u001b[ ",
  ])
    expectInProportion(
      (length) => withoutControls(piece.repeat(length / piece.length)),
      300_000,
      JSON.stringify(piece),
    );
});
