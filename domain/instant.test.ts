import { describe, expect, test } from "vitest";
import { addSeconds, instantFromMicros, parseInstant } from "./instant";

const FIRST = "0001-01-01T00:00:00.000000Z";
const LAST = "9999-12-31T23:59:59.999999Z";

describe("at the ends of what RFC 3339 can say", () => {
  test.each([
    [LAST, LAST],
    ["9999-12-31T23:59:59.9999999Z", LAST],
    ["9999-12-31T23:59:60Z", LAST],
    ["9999-12-31T23:59:59.123456Z", "9999-12-31T23:59:59.123456Z"],
    ["2263-04-11T23:47:16.854775Z", "2263-04-11T23:47:16.854775Z"],
    [FIRST, FIRST],
    ["0001-01-01T14:00:00.000001+14:00", "0001-01-01T00:00:00.000001Z"],
  ])("%s is read to the microsecond", (sent, iso) => {
    expect(parseInstant(sent)?.iso).toBe(iso);
  });

  test.each(["9999-12-31T23:59:59-00:01", "0001-01-01T00:00:00+00:01", "0000-12-31T23:59:59Z"])(
    "%s lies outside",
    (sent) => {
      expect(parseInstant(sent)).toBeNull();
    },
  );

  test("arithmetic stays inside", () => {
    expect(addSeconds(LAST, 1)).toBe(LAST);
    expect(addSeconds("9999-12-31T23:59:00Z", 86_400)).toBe(LAST);
    expect(addSeconds(FIRST, -1)).toBe(FIRST);
    expect(instantFromMicros(Date.parse("9999-12-31T23:59:59.999Z") * 1000 + 1_000_000).iso).toBe(LAST);
  });
});
