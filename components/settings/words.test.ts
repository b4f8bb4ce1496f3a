import { expect, test } from "vitest";
import { confinementWords } from "./words";

const free = { tenants: null, environments: null, services: null };

test("somebody who is not confined needs no words", () => {
  expect(confinementWords(free)).toBeNull();
});

test("one or two parts are named, more are counted", () => {
  expect(confinementWords({ ...free, tenants: ["acme"] })).toBe("tenant acme");
  expect(confinementWords({ ...free, services: ["a", "b"] })).toBe("services a, b");
  expect(confinementWords({ tenants: ["a", "b", "c"], environments: ["prod"], services: null })).toBe(
    "3 tenants · environment prod",
  );
});
