import { expect, it } from "vitest";
import { readCandidates } from "./candidates";

/** What makes each part work hardest: links in links, escapes, marks around, joints, sides, JSON. */
const HOSTILE: Record<string, string> = {
  words: "word7 ",
  lines: "a1\n",
  links: "https://a.example/r/x?u=https%3A%2F%2Fb.example%2Fr%2Fy1 ",
  "one link": "https://a/b1/",
  percent: "%41%42",
  sides: "a1:b2#",
  marks: "((((““",
  tags: "<b class=x",
  entities: "&#95;a1",
  quotes: "> > > ",
  json: '{"a1":"b2",',
  "soft breaks": "ab=\n",
  escapes: "\\u005f\\_",
  spaces: "1 2 3 ",
  unspaced: "错误1",
};

/** The median of five, in milliseconds. */
function costOf(text: string): number {
  const times = Array.from({ length: 5 }, () => {
    const began = performance.now();
    readCandidates(text);
    return performance.now() - began;
  });
  return times.sort((a, b) => a - b)[2] ?? 0;
}

it.each(Object.entries(HOSTILE))("reading %s takes time in proportion to the text", (_, part) => {
  const textOf = (length: number) => part.repeat(Math.ceil(length / part.length)).slice(0, length);
  readCandidates(textOf(20_000));
  const [quarter, whole] = [costOf(textOf(5_000)), costOf(textOf(20_000))];
  // In proportion it is 4; were it the square, 16. A few milliseconds are the clock's and the collector's.
  expect(whole).toBeLessThan(10 * quarter + 40);
  expect(whole).toBeLessThan(1_500);
});
