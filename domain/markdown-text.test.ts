import { expect, test } from "vitest";
import { codeBlock, codeSpan, showHidden } from "./markdown-text";

test.each([
  ["plain", "`plain`"],
  ["", '""'],
  ["a`b", "``a`b``"],
  ["`", "`` ` ``"],
  ["a``b`", "``` a``b` ```"],
  [" both ", "`  both  `"],
  ["two\nlines\tand a tab", "`two\\nlines\\tand a tab`"],
  ["<script>alert(1)</script>", "`<script>alert(1)</script>`"],
  ["safe\u202Etxt.exe", "`safe\\u{202e}txt.exe`"],
  ["\u001b[31mred\u0007", "`\\u{1b}[31mred\\u{7}`"],
])("%j on a line is %s", (text, expected) => {
  expect(codeSpan(text)).toBe(expected);
});

test("in a cell a pipe is escaped, and no backslash of the text takes that away", () => {
  expect(codeSpan("a|b", "cell")).toBe("`a\\|b`");
  expect(codeSpan("a\\|b\\c", "cell")).toBe("`a\\\\\\|b\\c`");
  expect(codeSpan("a|b")).toBe("`a|b`");
});

test("a block is fenced by more backticks than it holds", () => {
  expect(codeBlock("one\n````\ntwo")).toBe("`````text\none\n````\ntwo\n`````\n");
  expect(codeBlock("{}", "json")).toBe("```json\n{}\n```\n");
});

test("what cannot be seen is spelled out, lone surrogates are replaced, words of any script stay", () => {
  expect(showHidden("a\u200Bb\u2066c\r\ud800")).toBe("a\\u{200b}b\\u{2066}c\\u{d}\uFFFD");
  expect(showHidden("Größe 退款 ↩ 🙂")).toBe("Größe 退款 ↩ 🙂");
});
