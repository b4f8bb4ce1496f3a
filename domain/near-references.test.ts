import { describe, expect, it } from "vitest";
import { readCandidates } from "./candidates";
import { equalsFolded, isConfirmed, likelySkeletons, nearnessTo, oneEditsOf } from "./near-references";
import { mintReference, skeletonOf } from "./reference";

const near = (text: string, reference: string) => nearnessTo(readCandidates(text))(reference);

describe("a near reference", () => {
  it.each([
    ["err-7c1f9a", "separator"],
    ["err 7c1f9a", "separator"],
    ["err7c1f9a", "separator"],
    ["7c1f9a", "separator"],
    ["the code was 7C1F9A, thanks", "separator"],
    ["err_7clf9a", "look_alike"],
    ["ERR_7CIF9A", "look_alike"],
    ["err_7c1f9а", "look_alike"], // a Cyrillic а
    ["err_7c1", "prefix"],
    ["err_7c1…", "prefix"],
    ["err_7c1f9", "prefix"],
    ["7c1f", "prefix"],
    ["err_7c1f9b", "one_edit"],
    ["err_7c1ff9a", "one_edit"],
    ["err_71cf9a", "one_edit"],
    ["err_c1f9a", "one_edit"],
    ["eer_7c1f9a", "one_edit"],
  ])("%s is err_7c1f9a but for a %s", (text, why) => {
    expect(near(text, "err_7c1f9a")).toMatchObject({ why });
  });

  it.each(["err_7c2f9b", "failed", "hello 12", "err"])("%s is not", (text) => {
    expect(near(text, "err_7c1f9a")).toBeNull();
  });

  it("says which character is probably wrong, and how much is missing", () => {
    expect(near("err_7c1f9b", "err_7c1f9a")).toMatchObject({ distance: 1, differs_at: 9 });
    expect(near("err_7clf9a", "err_7c1f9a")).toMatchObject({ distance: 0, differs_at: 6 });
    expect(near("err_7c1", "err_7c1f9a")).toMatchObject({ distance: 3 });
  });

  it("is confirmed by a check character, but never across an edit", () => {
    const reference = mintReference();
    const spaced = `${reference.slice(0, 3)} ${reference.slice(4)}`;
    const nearness = near(spaced, reference);
    expect(nearness && isConfirmed(reference, nearness)).toBe(true);
    const short = near("err 7c1f9a", "err_7c1f9a");
    expect(short && isConfirmed("err_7c1f9a", short)).toBe(false);
    const edited = near(`${reference}x`, reference);
    expect(edited?.why).toBe("one_edit");
    expect(edited && isConfirmed(reference, edited)).toBe(false);
  });

  it("is the same but for its case", () => {
    expect(equalsFolded("err_7c1f9a", readCandidates("ERR_7C1F9A."))).toBe(true);
    expect(equalsFolded("err_7c1f9a", readCandidates("ERR-7C1F9A"))).toBe(false);
  });
});

describe("the search for near references", () => {
  it("sends every one-edit spelling, bounded", () => {
    const [probable, possible] = oneEditsOf([skeletonOf("err_7c1f9a")]);
    const edits = [...probable, ...possible];
    expect(edits).toContain(skeletonOf("err_7c1f9b"));
    expect(edits).not.toContain(skeletonOf("err_7c1f9a"));
    expect(probable.length).toBeLessThan(400);
    const long = readCandidates("err_7c1f9a ".repeat(1_000) + "x1".repeat(60));
    expect(oneEditsOf(likelySkeletons(long)).flat().length).toBeLessThan(10_000);
  });

  it("takes no plain word of a sentence for a reference, but a lone word may be one", () => {
    expect(likelySkeletons(readCandidates("the ticket service failed"))).toEqual([]);
    expect(likelySkeletons(readCandidates("abcdef"))).toContain("errabcdef");
  });
});
