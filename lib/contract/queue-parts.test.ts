import { describe, expect, it } from "vitest";
import { optionalText, shortText, text } from "./queue-parts";

/** Copied out of a page, or typed to get past a form. */
const UNSEEN = [
  "",
  " \n\t",
  "\u00a0",
  "\u200b",
  "\u2060\ufeff",
  "\u00ad",
  "\u3164",
  "\u2800",
  "\u{e0041}",
  "\u202e",
];

describe("a text that nobody can see", () => {
  it.each(UNSEEN)("%j is none", (sent) => {
    expect(text.safeParse(sent).error?.issues[0]?.message).toBe("must not be blank");
    expect(shortText.safeParse(sent).error?.issues[0]?.message).toBe("must not be blank");
    expect(optionalText(255).parse(sent)).toBeNull();
  });

  it.each(["0", ".", "é", "न्‍या", "👩‍👩‍👧", "a\u200bb", "\u{1f600}"])("%j is one, as it was sent", (sent) => {
    expect(text.parse(` ${sent} `)).toBe(sent);
    expect(optionalText(255).parse(sent)).toBe(sent);
  });
});
