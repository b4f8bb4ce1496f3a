import { describe, expect, it } from "vitest";
import { readCandidates } from "@/domain/candidates";
import { asOneLine, asPasted, NOTHING_PASTED } from "./one-line-paste";

const MAIL = "it said err_7c\r\n> 1f9a, and then\nnothing $& more";

describe("a paste of several lines into a field of one", () => {
  it("is shown with its words apart and sent as it was", () => {
    const pasted = asOneLine(MAIL);
    expect(pasted?.shown).toBe("it said err_7c > 1f9a, and then nothing $& more");
    expect(asPasted(pasted?.shown ?? "", pasted ?? NOTHING_PASTED)).toBe(MAIL);
    const sent = asPasted(`see: ${pasted?.shown} (mail)`, pasted ?? NOTHING_PASTED);
    expect(sent).toBe(`see: ${MAIL} (mail)`);
    const whole = readCandidates(sent).filter(({ torn }) => !torn);
    expect(whole.flatMap(({ readings }) => readings)).toContain("err_7c1f9a");
  });

  it("is sent as it stands once it was changed", () => {
    expect(asPasted("err_7c 1f9a", asOneLine(MAIL) ?? NOTHING_PASTED)).toBe("err_7c 1f9a");
  });

  it("is left to the field where it is one line", () => {
    expect(asOneLine("err_7c1f9a")).toBeNull();
    expect(asPasted("err_7c1f9a", NOTHING_PASTED)).toBe("err_7c1f9a");
  });
});
