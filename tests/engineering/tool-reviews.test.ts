import { afterAll, beforeAll, expect, it } from "vitest";
import { GET as getReviews } from "@/app/api/v1/tool-reviews/route";
import { PUT as putTool } from "@/app/api/v1/tools/[tool]/route";
import { type ToolReview, toolReviewsAnswer } from "@/lib/contract/tool-reviews";
import { call, makePerson, openWorld, type World } from "../access/world";
import { event, fail, hoursAgo, type Item, lookThrough } from "./world";

let world: World;
let engineer: string;
const times = (count: number, parts: Item) => Array.from({ length: count }, () => event(parts));

beforeAll(async () => {
  world = await openWorld();
  engineer = (await makePerson(world, { roles: ["engineer"] })).cookie;
  await fail(world, [
    ...times(24, { tool: "search", code: "invalid_status", class: "validation", tenant: "acme" }),
    ...times(6, { tool: "search", class: "transient", tenant: "acme" }),
    ...times(30, { tool: "pay", class: "validation", tenant: "acme" }),
    ...times(2, { tool: "pay", code: "declined", class: "semantic", tenant: "other" }),
    event({
      tool: "pay",
      code: "no_such_charge",
      class: "not_found",
      occurred_at: hoursAgo(70),
      tenant: "acme",
    }),
  ]);
  await call(putTool, {
    ...{ key: world.bootstrapKey, method: "PUT", params: { tool: "search" } },
    body: { writes: false, owner: "desk" },
  });
  await lookThrough(world);
});
afterAll(() => world.close());

async function reviews(cookie = engineer, query = ""): Promise<ToolReview[]> {
  const answer = await call(getReviews, { cookie, query });
  expect(answer.status).toBe(200);
  return toolReviewsAnswer.parse(await answer.json()).items;
}
const of = (review: ToolReview | undefined, name: string) =>
  review?.classes.find((one) => one.class === name);

it("shows of each tool the classes it fails with, now and ever", async () => {
  const [pay, search] = await reviews();
  expect(pay).toMatchObject({
    tool: "pay",
    writes: null,
    failures: 32,
    unmapped: 30,
    unmapped_share: 30 / 32,
  });
  expect(of(pay, "not_found")).toEqual({ class: "not_found", failures: 0, unmapped: 0, ever: true });
  expect(of(pay, "system")).toEqual({ class: "system", failures: 0, unmapped: 0, ever: false });
  expect(search).toMatchObject({ tool: "search", writes: false, owner: "desk", failures: 30, unmapped: 6 });
});

it("reads a cluster of validation as a bad schema, and no cluster out of guesses", async () => {
  const [pay, search] = await reviews();
  expect(search?.diagnoses).toMatchObject([{ class: "validation", named: 24, share: 1 }]);
  expect(search?.diagnoses[0]?.says).toContain("schema");
  expect(pay?.diagnoses).toEqual([]);
});

it("shows who is confined the tools that failed in their part, with their numbers", async () => {
  const { cookie } = await makePerson(world, { roles: ["support"], tenants: ["other"] });
  const items = await reviews(cookie);
  expect(items).toMatchObject([{ tool: "pay", failures: 2, unmapped: 0 }]);
  expect(items[0]?.classes.filter(({ ever }) => ever).map((one) => one.class)).toEqual(["semantic"]);
});

it("keeps to the tool asked for", async () => {
  expect((await reviews(engineer, "?tool=search")).map(({ tool }) => tool)).toEqual(["search"]);
});
