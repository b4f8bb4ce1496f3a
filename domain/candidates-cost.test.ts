import { it } from "vitest";
import { expectInProportion } from "@/tests/support/in-proportion";
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
  subjects: "=?a?q?x_y?= ",
  "half subjects": "=?a?b?",
  "spaces of mail": "a1=20=5F",
  escapes: "\\u005f\\_",
  spaces: "1 2 3 ",
  unspaced: "错误1",
};

it.each(Object.entries(HOSTILE))("reading %s takes time in proportion to the text", (_, part) => {
  const textOf = (length: number) => part.repeat(Math.ceil(length / part.length)).slice(0, length);
  expectInProportion((length) => void readCandidates(textOf(length)), 20_000);
});
