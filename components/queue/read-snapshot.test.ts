import { expect, test } from "vitest";
import { readSnapshot } from "./read-snapshot";

test("what was told is read beside whatever else is there", () => {
  const stored = {
    message: "No answer in time.",
    user_message: "I am checking.",
    unmapped: true,
    tenant: null,
  };
  expect(readSnapshot(stored)).toEqual({
    message: "No answer in time.",
    user_message: "I am checking.",
    unmapped: true,
  });
});

test.each([[null], ["text"], [[]], [{ message: 5, turn: "x", unmapped: "yes" }]])(
  "%j shows nothing and breaks nothing",
  (stored) => {
    const { message, unmapped } = readSnapshot(stored);
    expect([message, unmapped]).toEqual([undefined, false]);
  },
);
