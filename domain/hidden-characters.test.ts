import fc from "fast-check";
import { expect, it } from "vitest";
import { escapeHidden, withoutHidden } from "./hidden-characters";

/** Every character that Unicode calls a control of direction (`Bidi_Control`), and every one of no width. */
const BIDI = [0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069];
const NO_WIDTH = [0x00ad, 0x180e, 0x200b, 0x200c, 0x200d, 0x2060, 0x2061, 0xfeff, 0xe0041];

it("takes out what turns or hides, wherever it stands", () => {
  for (const code of [...BIDI, ...NO_WIDTH]) {
    const hidden = String.fromCodePoint(code);
    expect(withoutHidden(`${hidden}Do${hidden}ne.${hidden}${hidden}`)).toBe("Done.");
  }
  expect(withoutHidden("one\u2028two")).toBe("one two");
  expect(withoutHidden("\u202eevil\u202c")).toBe("evil");
});

it("leaves what is spelling: joined letters, emoji, accents, and letters that are read from the right", () => {
  for (const text of ["می‌خواهم", "👩‍💻", "क्‍ष", "החזר נכשל", "é", "e\u0301", "a\tb\nc"])
    expect(withoutHidden(text)).toBe(text);
});

it("a JSON text means the same once they are escaped, and holds none", () => {
  const nasty = fc.array(
    fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom(...BIDI, ...NO_WIDTH).map((c) => String.fromCodePoint(c)),
    ),
  );
  fc.assert(
    fc.property(nasty, (parts) => {
      const json = JSON.stringify({ text: parts.join("") });
      const escaped = escapeHidden(json);
      expect(JSON.parse(escaped)).toEqual(JSON.parse(json));
      expect(escaped).toBe(withoutHidden(escaped));
    }),
    { seed: 7, numRuns: 200 },
  );
});
