import { describe, expect, it } from "vitest";
import { mintReference } from "@/domain/reference";
import { landingWords } from "./landing-words";

const by = (q: string, reference = "err_7c1f9a") => landingWords({ q, reference, found_by: "reference" });
const CHECKED = mintReference(Uint8Array.from([4, 0, 9, 1, 22, 7, 13, 2, 30, 5]));

describe("how a paste led to a report", () => {
  it("is not said where the text holds the reference as it is", () => {
    expect(by("the ticket failed; err_7c1f9a.")).toBeNull();
  });

  it.each([
    ["trace_id", "trace"],
    ["run_id", "run"],
    ["call_id", "call"],
    ["idempotency_key", "idempotency key"],
    ["case_id", "case"],
  ] as const)("names a %s", (found_by, name) => {
    expect(landingWords({ q: "anything", reference: "err_7c1f9a", found_by })).toContain(`by the ${name} in`);
  });

  it.each<[what: string, q: string, words: string]>([
    ["a line break", "it said err_7c\n1f9a", "breaks, gaps"],
    ["full width", "ｅｒｒ＿７ｃ１ｆ９ａ", "full-width"],
    ["invisible characters", "err_\u200b7c1f9a", "breaks, gaps"],
    ["other case", "ERR_7C1F9A!", "upper and lower case"],
    ["an escape", "https://errata.example/r/err%5F7c1f9a", "mail, chat and links"],
  ])("tells %s", (_, q, words) => {
    expect(by(q)).toContain(words);
  });

  it("tells what a check character confirmed", () => {
    expect(by(CHECKED.replace("_", "-"), CHECKED)).toContain("check character confirms");
  });
});
