import { describe, expect, it } from "vitest";
import { findReturn, type ReleaseTime, type Sighting } from "./worklist";

const day = (number: number) => `2026-11-${String(number).padStart(2, "0")}T00:00:00.000000Z`;
const seen = (release: string | null, from: number, to = from, service: string | null = "pay"): Sighting => ({
  ...{ service, release, first_seen_at: day(from), last_seen_at: day(to) },
});
const RELEASES: ReleaseTime[] = [
  { service: "pay", release: "1.0", released_at: day(1) },
  { service: "pay", release: "1.1", released_at: day(5) },
  { service: "pay", release: "1.2", released_at: day(9) },
  { service: "desk", release: "1.1", released_at: day(20) },
];
const MARK = { release: "1.1", marked_at: day(4) };

describe("a group marked as mapped in a release", () => {
  it("holds while only older releases fail so, even after it went out", () => {
    expect(findReturn(MARK, [seen("1.0", 2, 8)], RELEASES)).toBeNull();
  });
  it("came back in the release itself or a later one", () => {
    expect(findReturn(MARK, [seen("1.0", 2, 8), seen("1.1", 6)], RELEASES)).toEqual({
      ...{ at: day(6), release: "1.1" },
    });
    expect(findReturn(MARK, [seen("1.2", 10, 12)], RELEASES)).toEqual({ at: day(10), release: "1.2" });
  });
  it("came back first where it came back first", () => {
    expect(findReturn(MARK, [seen("1.2", 10), seen("1.1", 7)], RELEASES)?.at).toBe(day(7));
  });
  it("is judged by time where the producer names no release", () => {
    expect(findReturn(MARK, [seen(null, 2, 4)], RELEASES)).toBeNull();
    expect(findReturn(MARK, [seen(null, 2, 6)], RELEASES)).toEqual({ at: day(6), release: null });
  });
  it("is judged by when the release went out in the service that failed", () => {
    expect(findReturn(MARK, [seen(null, 2, 6, "desk")], RELEASES)).toBeNull();
    expect(findReturn(MARK, [seen(null, 2, 21, "desk")], RELEASES)?.at).toBe(day(21));
  });
  it("promised nothing yet while that release is not out", () => {
    expect(findReturn({ ...MARK, release: "9.9" }, [seen("1.2", 10), seen(null, 10)], RELEASES)).toBeNull();
  });
  it("says nothing of a release whose time nobody knows", () => {
    expect(findReturn(MARK, [seen("unheard-of", 10)], RELEASES)).toBeNull();
  });
});

it("a group marked without a release came back when it is seen after the mark", () => {
  const mark = { release: null, marked_at: day(4) };
  expect(findReturn(mark, [seen("1.0", 2, 4)], RELEASES)).toBeNull();
  expect(findReturn(mark, [seen("1.0", 2, 5)], RELEASES)).toEqual({ at: day(5), release: "1.0" });
});
