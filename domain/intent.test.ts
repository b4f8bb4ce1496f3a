import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { generationAt, generationObserved, intentText, keyExpiry } from "./intent";

const DAY = 86_400;
const at = (day: string) => `2026-11-${day}T00:00:00.000000Z`;
const life = (generation: number, first: string, end: string) => ({
  generation,
  first_attempt_at: at(first),
  key_expires_at: at(end),
});

describe("intentText", () => {
  it("is equal exactly when all parts are equal; absent and empty are different", () => {
    const part = fc.option(fc.string({ maxLength: 3 }), { nil: null });
    const parts = fc.record({
      ...{ tenant: part, environment: part, service: part },
      ...{ tool: part, idempotency_key: part, lone_event: part },
    });
    fc.assert(
      fc.property(parts, parts, (a, b) => {
        const equal = (Object.keys(a) as (keyof typeof a)[]).every((key) => a[key] === b[key]);
        expect(intentText(a) === intentText(b)).toBe(equal);
      }),
    );
  });
});

describe("generationAt", () => {
  const lives = [life(1, "10", "11"), life(2, "15", "16")];

  it("finds the life an attempt falls into, the end excluded", () => {
    expect(generationAt("2026-11-10T23:59:59.999999Z", DAY, lives)).toBe(1);
    expect(generationAt(at("11"), DAY, lives)).toBeNull();
  });

  it("takes an early one in while the first lies within the life counted from it", () => {
    expect(generationAt("2026-11-14T00:00:00.000001Z", DAY, lives)).toBe(2);
    expect(generationAt(at("14"), DAY, lives)).toBeNull();
  });

  it("prefers the life it falls into over the one it would begin", () => {
    const close = [
      life(1, "10", "11"),
      { ...life(2, "11", "12"), first_attempt_at: "2026-11-11T01:00:00.000000Z" },
    ];
    expect(generationAt("2026-11-10T12:00:00.000000Z", DAY, close)).toBe(1);
  });

  it("without a key there is one life", () => {
    const lone = [{ generation: 1, first_attempt_at: at("10"), key_expires_at: null }];
    expect(generationAt(at("30"), DAY, lone)).toBe(1);
  });
});

describe("generationObserved", () => {
  const lives = [life(1, "10", "11"), life(2, "15", "16")];

  it("is the newest life begun by then, also long after its end", () => {
    expect(generationObserved(at("13"), DAY, lives)).toBe(1);
    expect(generationObserved(at("29"), DAY, lives)).toBe(2);
  });

  it("is the first one for what was seen shortly before it, none for what is older than its key", () => {
    expect(generationObserved("2026-11-09T12:00:00.000000Z", DAY, lives)).toBe(1);
    expect(generationObserved(at("05"), DAY, lives)).toBeNull();
  });
});

it("a key's life never counts from the future", () => {
  expect(keyExpiry(at("12"), at("11"), DAY)).toBe(at("12"));
  expect(keyExpiry(at("10"), at("11"), DAY)).toBe(at("11"));
});
