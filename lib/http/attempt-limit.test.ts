import { describe, expect, it } from "vitest";
import { AttemptLimit } from "./attempt-limit";

const rule = { name: "a", max: 2, windowSeconds: 60 };

describe("attempts", () => {
  it("beyond the maximum are told how many seconds to wait", () => {
    const limit = new AttemptLimit();
    expect(limit.take(rule, 0)).toBeNull();
    expect(limit.take(rule, 10_000)).toBeNull();
    expect(limit.take(rule, 20_000)).toBe(40);
  });

  it("are counted anew after the window", () => {
    const limit = new AttemptLimit();
    for (let i = 0; i < 5; i++) limit.take(rule, 0);
    expect(limit.take(rule, 60_000)).toBeNull();
  });

  it("of one name do not count for another, and a success forgets them", () => {
    const limit = new AttemptLimit();
    for (let i = 0; i < 5; i++) limit.take(rule, 0);
    expect(limit.take({ ...rule, name: "b" }, 0)).toBeNull();
    limit.clear("a");
    expect(limit.take(rule, 0)).toBeNull();
  });
});
