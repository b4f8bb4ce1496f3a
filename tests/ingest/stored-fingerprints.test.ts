import { afterAll, beforeAll, expect, it } from "vitest";
import { POST as postFrames } from "@/app/api/v1/frames/route";
import { call, openWorld, type World } from "../access/world";
import { LANGUAGES, type PrintedMoving } from "../support/printed-traces";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const FAILURE = { type: "DeclinedError", name: "chargeCard", file: "Pay" };
const HERE: PrintedMoving = {
  ...{ root: "/srv", line: 12, other: 40, count: 3, hex: "c0ffee0123456" },
  uuid: "0c5e4f83-ee32-4c22-86c3-98a94981de87",
};
const THERE: PrintedMoving = {
  ...{ root: "/builds/shop-1.4.2/src", line: 900, other: 7, count: 71, hex: "c000000000bad" },
  uuid: "11111111-2222-4333-8444-555555555555",
};

/** The fingerprint and the telling frame as they stand in the row, read by this language or by the text alone. */
async function storedOf(raw: string, reference: string, language: string | null) {
  const sent = { reference, raw, language, tool: "pay" };
  const response = await call(postFrames, { key: world.bootstrapKey, body: sent });
  expect(await response.json()).toMatchObject({ accepted: 1 });
  const [row] = await world.database.sql<
    { fingerprint: string; top_frame: string; exception_type: string }[]
  >`
    select fingerprint::text, top_frame, exception_type from frames where reference = ${reference}`;
  return row;
}

it.each(Object.entries(LANGUAGES))("what is stored of a trace of %s", async (language, print) => {
  const name = ["firefox", "node"].includes(language) ? "javascript" : language;
  const first = await storedOf(print(FAILURE, HERE, false), `err_${language}_1`, name);
  expect(first?.top_frame).toMatch(/chargeCard \((?:shop\/|Shop\/)?Pay\.[a-z]+\)$/);
  if (language !== "go") expect(first?.exception_type).toContain("DeclinedError");
  expect(await storedOf(print(FAILURE, THERE, true), `err_${language}_2`, null)).toEqual(first);
  const other = await storedOf(
    print({ ...FAILURE, name: "refundCard" }, HERE, false),
    `err_${language}_3`,
    name,
  );
  expect(other?.fingerprint).not.toBe(first?.fingerprint);
});
