import { expect, it } from "vitest";
import { expectInProportion } from "@/tests/support/in-proportion";
import { unfenced } from "./unfenced";

it.each([
  ["```json\n{}\n```", "{}"],
  ["```\n\n  {}\n\n```", "{}"],
  ["```json \t\na\nb```", "a\nb"],
  ["```\n```", ""],
  ["```json", "```json"],
  ["```json\n{}", "```json\n{}"],
  ["``` not a language\n{}\n```", "``` not a language\n{}\n```"],
  ["say:\n```\n{}\n```", "say:\n```\n{}\n```"],
  [" plain ", " plain "],
])("%j holds %j", (text, held) => {
  expect(unfenced(text)).toBe(held);
});

it("takes time in proportion to the text, however many line ends begin it", () => {
  expectInProportion((length) => unfenced(`\`\`\`${"\n".repeat(length)}x`), 100_000);
});
