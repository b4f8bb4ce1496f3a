import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { POST as postEvents } from "@/app/api/v1/events/route";
import { GET as getMovedEvents } from "@/app/api/v1/next-moves/events/route";
import { GET as getNextMoves } from "@/app/api/v1/next-moves/route";
import { POST as postRecoveries } from "@/app/api/v1/recoveries/route";
import { GET as getRecovery } from "@/app/api/v1/recovery/route";
import { GET as getCsv } from "@/app/api/v1/recovery.csv/route";
import { GET as getSilences } from "@/app/api/v1/silences/route";
import { movedEventsAnswer, nextMovesAnswer } from "@/lib/contract/next-moves";
import { recoveryAnswer } from "@/lib/contract/recovery";
import { silencesAnswer } from "@/lib/contract/silences";
import type { RouteHandler } from "@/lib/http/define-route";
import { call, makeKey, makePerson, openWorld, type World } from "../access/world";
import { failure } from "../reading/failures";
import { hoursAgo, recovery } from "./world";

let world: World;
let reader: string;
let support: string;

beforeAll(async () => {
  world = await openWorld();
  const ingest = await makeKey(world, ["ingest"]);
  reader = await makeKey(world, ["read"]);
  support = (await makePerson(world, { roles: ["support"] })).cookie;
  const part = { run_id: "run-1", tool: "=tool", arguments_hash: "a" };
  await call(postEvents, {
    key: ingest,
    body: [failure({ ...part, occurred_at: hoursAgo(2) }), failure({ ...part, occurred_at: hoursAgo(1.9) })],
  });
  await call(postRecoveries, { key: ingest, body: [recovery({ ...part, attempts: 3 })] });
});
afterAll(() => world.close());

const read = (route: RouteHandler, query = "") => call(route, { key: reader, query });
const json = async (answer: Promise<Response>): Promise<unknown> => (await answer).json();

describe("the doors of recovery", () => {
  const doors: [string, RouteHandler, z.ZodType][] = [
    ["recovery", getRecovery, recoveryAnswer],
    ["next-moves", getNextMoves, nextMovesAnswer],
    ["next-moves/events", getMovedEvents, movedEventsAnswer],
    ["silences", getSilences, silencesAnswer],
  ];
  it.each(doors)("GET %s answers keys and people as the contract says", async (_, route, shape) => {
    const answer = await read(route);
    const body: unknown = await answer.json();
    expect(answer.status).toBe(200);
    expect(() => shape.parse(body)).not.toThrow();
    expect((await call(route, { cookie: support })).status).toBe(200);
  });

  it("answer what is wrong with a question by the field", async () => {
    const range = "?from=2026-11-02T00:00:00Z&to=2026-11-01T00:00:00Z";
    expect(await json(read(getRecovery, range))).toMatchObject({ code: "invalid_range" });
    expect((await read(getRecovery, "?known_from=guessed")).status).toBe(422);
    expect((await read(getMovedEvents, "?move=jumped")).status).toBe(422);
    expect(await json(read(getSilences, "?cursor=made+up"))).toMatchObject({ code: "invalid_cursor" });
  });

  it("hand out CSV that spreadsheets take for text, figures and curves", async () => {
    const figures = await read(getCsv);
    expect(figures.status).toBe(200);
    expect(await figures.text()).toContain(`"'=tool"`);
    const curves = await (await read(getCsv, "?rows=attempts")).text();
    expect(curves.split("\r\n")[1]).toBe(`,,,"all","reported","3","1","1"`);
  });
});
