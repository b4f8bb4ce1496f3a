import { describe, expect, it } from "vitest";
import { parseEnv } from "./env";
import { publicBase } from "./public-url";

describe("the address people use", () => {
  it.each([
    [{}, null],
    [{ ERRATA_PUBLIC_URL: "https://e.example" }, "https://e.example"],
    [{ ERRATA_PUBLIC_URL: "https://e.example/" }, "https://e.example"],
    [{ ERRATA_PUBLIC_URL: "https://e.example", ERRATA_BASE_PATH: "/errata" }, "https://e.example/errata"],
    [{ ERRATA_PUBLIC_URL: "https://e.example/errata/" }, "https://e.example/errata"],
    [
      { ERRATA_PUBLIC_URL: "https://e.example/errata", ERRATA_BASE_PATH: "/errata" },
      "https://e.example/errata",
    ],
  ])("with %j is %s", (env, expected) => {
    expect(publicBase(parseEnv(env))).toBe(expected);
  });
});
