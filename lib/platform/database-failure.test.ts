import { describe, expect, it } from "vitest";
import { isDatabaseUnavailable } from "./database-failure";

const failure = (code: string) => Object.assign(new Error("refused"), { code });

describe("what PostgreSQL cannot do now, and can later", () => {
  it.each([
    ["a connection that broke", "08006"],
    ["a shutdown", "57P01"],
    ["a start", "57P03"],
    ["too many connections", "53300"],
    ["a full disk", "53100"],
    ["no memory", "53200"],
    ["a disk that fails", "58030"],
    ["a primary that takes reads alone", "25006"],
  ])("%s", (_, code) => {
    expect(isDatabaseUnavailable(failure(code))).toBe(true);
    expect(isDatabaseUnavailable(new Error("the query failed", { cause: failure(code) }))).toBe(true);
  });

  it.each(["23505", "22P02", "42P01", "40P01", "53", "57014"])("is not %s", (code) =>
    expect(isDatabaseUnavailable(failure(code))).toBe(false),
  );
});
