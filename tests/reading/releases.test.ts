import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Runtime, ServiceContext } from "@/lib/services/context";
import { listReleases } from "@/lib/services/releases/list-releases";
import { recordReleases } from "@/lib/services/releases/record-releases";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";
import { failure, personContext, report } from "./failures";

let database: TestDatabase;
let rt: Runtime;
let key: ServiceContext;

beforeAll(async () => {
  database = await createTestDatabase();
  rt = openTestRuntime(database);
  key = await keyContext(rt);
});
afterAll(async () => {
  await rt.close();
  await database.drop();
});

const send = (...items: unknown[]) =>
  recordReleases(key, { items: items.map((item) => ({ item, unreadable: null })) });
const DAY = 24 * 3_600_000;
const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();
const list = async (ctx: ServiceContext, filters = {}) =>
  (await listReleases(ctx, { limit: 100, ...filters })).items;

describe("releases", () => {
  it("an address is stored without the credentials in it", async () => {
    const url = "https://ada:hunter2secret@ci.example/1?token=hunter2secret&page=2";
    await send({ service: "vault", release: "1.0", released_at: ago(2), url });
    const [release] = await list(personContext(rt, ["engineer"]), { service: ["vault"] });
    expect(release?.url).not.toContain("hunter2secret");
    expect(release?.url).toMatch(/^https:.*ci\.example.*page=2$/);
  });

  it("a report replaces what was guessed from an event, and only once", async () => {
    await report(key, [
      failure({ service: "pay", environment: "production", release: "1.0", tenant: "acme" }),
    ]);
    const [guess] = await list(personContext(rt, ["engineer"]), { service: ["pay"] });
    expect(guess).toMatchObject({ release: "1.0", known_from: "event", url: null });
    const said = {
      service: "pay",
      environment: "production",
      release: "1.0",
      released_at: ago(2),
      url: "https://ci.example/1",
    };
    const answers = await Promise.all([send(said), send(said), send(said)]);
    expect(answers.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(1);
    expect(answers.reduce((sum, { duplicate }) => sum + duplicate, 0)).toBe(2);
    expect(await list(personContext(rt, ["engineer"]), { service: ["pay"] })).toMatchObject([
      {
        known_from: "report",
        url: "https://ci.example/1",
        released_at: `${said.released_at.slice(0, -1)}000Z`,
      },
    ]);
    expect(await send({ ...said, released_at: ago(1) })).toMatchObject({ conflict: 1 });
    await report(key, [failure({ service: "pay", environment: "production", release: "1.0" })]);
    expect(await list(personContext(rt, ["engineer"]), { service: ["pay"] })).toMatchObject([
      { known_from: "report" },
    ]);
  });

  it("one reported for the whole service stands for its guesses in every environment", async () => {
    await report(key, [
      failure({ service: "mail", environment: "staging", release: "7" }),
      failure({ service: "mail", environment: "production", release: "7" }),
    ]);
    await send({ service: "mail", release: "7", released_at: ago(1) });
    expect(await list(personContext(rt, ["engineer"]), { service: ["mail"] })).toHaveLength(1);
    expect(
      await list(personContext(rt, ["engineer"]), { environment: ["production"], service: ["mail"] }),
    ).toMatchObject([{ environment: null, release: "7" }]);
  });

  it("an address that is no web address is refused", async () => {
    const answer = await send({
      service: "x",
      release: "1",
      released_at: ago(1),
      url: "javascript:alert(1)",
    });
    expect(answer).toMatchObject({ rejected: 1, results: [{ error: { code: "invalid_url" } }] });
  });

  it("a page ends where the next begins", async () => {
    await send(
      ...Array.from({ length: 7 }, (_, day) => ({
        service: "paged",
        release: `${day}`,
        released_at: ago(day),
      })),
    );
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listReleases(personContext(rt, ["engineer"]), {
        service: ["paged"],
        limit: 3,
        cursor,
      });
      seen.push(...page.items.map(({ release }) => release));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(["0", "1", "2", "3", "4", "5", "6"]);
    await expect(listReleases(key, { limit: 3, cursor: "bm9uZQ" })).rejects.toMatchObject({
      code: "invalid_cursor",
    });
  });

  it("people confined to tenants see those that failed for them", async () => {
    await report(key, [failure({ service: "only", release: "theirs", tenant: "globex" })]);
    const names = async (tenant: string) =>
      (await list(personContext(rt, ["support"], { tenants: [tenant] }))).map(({ release }) => release);
    expect(await names("globex")).toEqual(["theirs"]);
    expect(await names("acme")).toEqual(["1.0"]);
    expect(await names("nobody")).toEqual([]);
  });
});
