import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { FoldedList } from "./folded-list";

/** As the page draws it, without a browser. */
const draw = (count: number, about: number) =>
  renderToStaticMarkup(
    <FoldedList
      items={Array.from({ length: count }, (_, index) => index)}
      keyOf={(item) => item}
      about={about}
      noun="attempts"
    >
      {(item, index) => <li>{`${item}:${index}`}</li>}
    </FoldedList>,
  );
const shown = (html: string) => [...html.matchAll(/<li>(\d+):(\d+)<\/li>/g)].map(([, item]) => Number(item));

test("of two hundred attempts the newest twenty stand there, each with its place in the whole", () => {
  const html = draw(200, 199);
  expect(shown(html)).toEqual(Array.from({ length: 20 }, (_, index) => 180 + index));
  expect(html).toContain("<li>199:199</li>");
  expect(html.indexOf("Show all 200 attempts")).toBeLessThan(html.indexOf("<ol"));
});

test("where the newest come first, the way to the others stands below; a short list has none", () => {
  const html = draw(50, 0);
  expect(shown(html)).toHaveLength(20);
  expect(html.indexOf("Show all 50 attempts")).toBeGreaterThan(html.indexOf("</ol>"));
  expect(draw(20, 0)).not.toContain("Show all");
});
