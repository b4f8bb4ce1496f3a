import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as listAudit } from "@/app/api/v1/audit/route";
import { GET as listCases } from "@/app/api/v1/cases/route";
import { GET as listEvents } from "@/app/api/v1/events/route";
import { GET as readFacets } from "@/app/api/v1/facets/route";
import { GET as readFrames } from "@/app/api/v1/frames/[reference]/route";
import { GET as readRates } from "@/app/api/v1/rates/route";
import { GET as readReport } from "@/app/api/v1/references/[reference]/route";
import { GET as lookUp } from "@/app/api/v1/references/route";
import { GET as listReleases } from "@/app/api/v1/releases/route";
import { PUT as putTool } from "@/app/api/v1/tools/[tool]/route";
import { GET as askVerdict } from "@/app/api/v1/verdicts/route";
import { call, openWorld, type World } from "./world";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const AT = "2026-11-29T00:00:00.000000Z";
const ID = "00000000-0000-4000-8000-000000000000";
const encoded = (text: string) => `?cursor=${Buffer.from(text).toString("base64url")}`;
const cursor = (...key: unknown[]) => encoded(JSON.stringify(key));
const FAR_OFFSET = "2026-11-29T00:00:00+20:00";
const BEFORE_TIME = "0001-01-01T00:00:00+10:00";

describe("a cursor made by hand is refused", () => {
  it.each([
    ["cases, not JSON", listCases, encoded(`2026-11-29T00:00:00Z ${"-".repeat(36)}`)],
    ["cases, an id that is none", listCases, cursor(AT, "-".repeat(36))],
    ["cases, an offset no zone has", listCases, cursor(FAR_OFFSET, ID)],
    ["cases, too few parts", listCases, cursor(AT)],
    ["events, a source beyond int4", listEvents, cursor(AT, ID, "err_1", 99_999_999_999)],
    ["events, NUL in the reference", listEvents, cursor(AT, ID, "err_\0", 1)],
    ["events, half a character in the reference", listEvents, cursor(AT, ID, "err_\ud800", 1)],
    ["events, a time before time", listEvents, cursor(BEFORE_TIME, ID, "err_1", 1)],
    ["releases, an id beyond int4", listReleases, cursor(AT, 99_999_999_999)],
    ["releases, an offset no zone has", listReleases, cursor(FAR_OFFSET, 1)],
    ["audit, an id beyond what is counted", listAudit, cursor(1e300)],
    ["audit, a text", listAudit, cursor("1")],
  ])("%s", async (_, handler, query) => {
    const response = await call(handler, { key: world.bootstrapKey, query });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ code: "invalid_cursor", field: "cursor" });
  });
});

describe("a NUL in an address harms nothing", () => {
  it.each([
    ["audit", listAudit, "?subject_id=%00&action=%00&subject_kind=%00&actor=person:%00"],
    ["cases", listCases, "?tool=%00&tenant=a&tenant=%00"],
    ["events", listEvents, "?service=%00&code=a%00"],
    ["rates", readRates, "?tool=%00"],
    ["facets", readFacets, "?tool=%00"],
    ["releases", listReleases, "?service=%00&release=%00"],
    ["lookup", lookUp, "?q=err_%00"],
    ["verdicts", askVerdict, "?idempotency_key=%00&tool=%00"],
  ])("%s", async (_, handler, query) => {
    expect((await call(handler, { key: world.bootstrapKey, query })).status).toBe(200);
  });

  it.each([
    ["report", readReport],
    ["frames", readFrames],
  ])("%s of a reference that holds one", async (_, handler) => {
    const params = { reference: "err_\0" };
    expect((await call(handler, { key: world.bootstrapKey, params })).status).toBe(404);
  });

  it("names a tool as events name it", async () => {
    const options = { key: world.bootstrapKey, method: "PUT", params: { tool: "a\0b" }, body: {} };
    expect(await (await call(putTool, options)).json()).toMatchObject({ tool: "a\u{FFFD}b" });
  });
});

it.each([
  ["audit", listAudit],
  ["events", listEvents],
  ["rates", readRates],
  ["releases", listReleases],
])("%s: a time before time is no fault of ours", async (_, handler) => {
  const query = `?from=${encodeURIComponent(BEFORE_TIME)}&to=${encodeURIComponent("9999-12-31T23:59:59-10:00")}`;
  expect((await call(handler, { key: world.bootstrapKey, query })).status).toBe(422);
});
