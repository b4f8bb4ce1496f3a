import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitList } from "./split-list";

const MOST = 50;

async function readBack(text: string): Promise<unknown> {
  const list = await splitList(text, "events", MOST);
  if (list === null) return "as a whole";
  const items = list.items.map((item) => JSON.parse(item) as unknown);
  const around = JSON.parse(list.around) as unknown;
  if (Array.isArray(around)) return items;
  return { ...(around as object), events: items };
}

const space = fc.constantFrom("", " ", "\n  ", "\t");

describe("a list that is cut into its items", () => {
  it("is what JSON.parse makes of it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue(), { maxLength: 20 }), space, async (items, indent) => {
        const text = `${indent}${JSON.stringify(items, null, indent)}${indent}`;
        expect(await readBack(text)).toEqual(JSON.parse(text));
      }),
      { numRuns: 200 },
    );
  });

  it("is found under its name among others, also where they say the same elsewhere", async () => {
    for (const text of [
      '{"events":[1,{"a":[2,3]},"x,]"],"note":"events"}',
      '{"note":"events","other":{"events":[9]},"list":[7],"events" : [ "a\\"," , [] ]}',
      '{"events":[]}',
    ])
      expect(await readBack(text)).toEqual(JSON.parse(text));
  });

  it.each([
    '{"event":[1]}', '{"events":[1],"events":[2]}', '{"events":[1],"\\u0065vents":[2]}', '{"a":{"events":[1]}}', '"events"',
    "7", '{"events":"x"}',
  ])("is left to be read as a whole: %s", async (text) => {
    expect(await readBack(text)).toBe("as a whole");
  }); // biome-ignore format: one list

  it.each([
    "[1,,2]", "[1,]", "[,1]", "[1] x", "[[1]", "[1}", '{"events":[1]', '{"events":[1]}}', '{"events":[1 2]}', "[1]]", "x[1]",
    '["a]', "[1,2", "[tru,e]", '{"events":[1],}', "[1][2]",
  ])("does not make JSON of what is none: %s", async (text) => {
    await expect(
      readBack(text).then((read) => (read === "as a whole" ? JSON.parse(text) : read)),
    ).rejects.toThrow(SyntaxError);
  }); // biome-ignore format: one list

  it("of too many items is only counted", async () => {
    const list = await splitList(`[${Array(200).fill("{}").join(",")}]`, "events", MOST);
    expect([list?.count, list?.items.length]).toEqual([200, MOST]);
  });
});
