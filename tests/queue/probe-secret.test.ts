import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ProbeRule } from "@/domain/probe";
import { listAudit } from "@/lib/services/audit/list-audit";
import { putProbe } from "@/lib/services/probes/put-probe";
import { readProbe } from "@/lib/services/probes/read-probe";
import { tryProbe } from "@/lib/services/probes/try-probe";
import { openProbeWorld, type ProbeWorld, SECRET } from "./probe-world";

/* The secret of a probe: stored sealed, sent to one place only, and never told. */

let world: ProbeWorld;
beforeAll(async () => {
  world = await openProbeWorld();
});
afterAll(() => world.close());
beforeEach(() => world.forget());

const headers = [{ name: "Authorization", value: "Bearer {secret}" }];

test("is sealed, sent, and never told, not even where the outside echoes it", async () => {
  const { tool, case_id, run } = await world.prepared({ headers, secret: SECRET });
  world.answer = ({ headers: sent }) => ({ body: { status: "succeeded", echo: sent.authorization } });
  const tried = await tryProbe(world.eve, { tool, case_id, values: {} });
  const ran = await run();
  expect(world.psp.seen.map(({ headers }) => headers.authorization)).toEqual([
    `Bearer ${SECRET}`,
    `Bearer ${SECRET}`,
  ]);
  const audit = await listAudit(world.person("Ada", ["admin"]), { limit: 200 });
  const told = JSON.stringify([
    tried,
    ran,
    await readProbe(world.eve, { tool }),
    await world.read(case_id),
    audit,
  ]);
  expect(told).not.toContain(SECRET);
  expect(tried.excerpt).toContain("[redacted]");
  const rows = await world.database.sql`select * from probes where tool = ${tool}`;
  expect(JSON.stringify(rows)).not.toContain(SECRET);
  expect(rows[0]?.secret).toMatch(/^v1\./);
});

test("is hidden before what was found and what came back are cut, so that no half of it is told", async () => {
  const rules: ProbeRule[] = [
    { effect: "committed", statuses: [200], path: "echo", comparison: "exists", values: [] },
  ];
  const { tool, case_id, run } = await world.prepared({ headers, secret: SECRET, rules });
  for (const filler of [185, 190, 1_975, 7_980]) {
    world.answer = ({ headers: sent }) => ({
      body: `{"echo": "${"-".repeat(filler)}${sent.authorization?.slice("Bearer ".length)}"}`,
    });
    const told = [await tryProbe(world.eve, { tool, case_id, values: {} }), (await run()).run];
    const text = JSON.stringify([told, (await world.read(case_id)).evidence]);
    expect(text).not.toContain(SECRET.slice(0, 8));
  }
});

test("stays when it is left out, goes when it is null", async () => {
  const { tool } = await putProbe(world.eve, world.probeOf({ headers, secret: SECRET }));
  expect(
    await putProbe(world.eve, world.probeOf({ tool, headers, url: `${world.psp.url}/v2/{case_id}` })),
  ).toMatchObject({
    has_secret: true,
  });
  await expect(putProbe(world.eve, world.probeOf({ tool, headers, secret: null }))).rejects.toMatchObject({
    code: "secret_missing",
  });
  expect(await putProbe(world.eve, world.probeOf({ tool, secret: null }))).toMatchObject({
    has_secret: false,
  });
});

test("does not follow a changed address, neither stored nor tried", async () => {
  const { tool } = await putProbe(world.eve, world.probeOf({ headers, secret: SECRET }));
  const moved = world.probeOf({ tool, headers, url: `${world.elsewhere.url}/{idempotency_key}` });
  await expect(putProbe(world.eve, moved)).rejects.toMatchObject({
    code: "secret_required",
    field: "secret",
  });
  const tried = await tryProbe(world.eve, { tool, values: { idempotency_key: "k" }, probe: moved });
  expect(tried).toMatchObject({ outcome: "failed", error: { code: "not_askable" } });
  expect(world.elsewhere.seen).toEqual([]);
});

test("two who change a probe at once keep it", async () => {
  const tool = randomUUID();
  await Promise.all([
    putProbe(world.eve, world.probeOf({ tool, headers, secret: SECRET })),
    putProbe(world.eve, world.probeOf({ tool })),
    putProbe(world.eve, world.probeOf({ tool })),
  ]);
  expect(await readProbe(world.eve, { tool })).toMatchObject({ has_secret: true });
});

test("without a key of the environment it is not stored, and what to do is said", async () => {
  const { ERRATA_SECRETS_KEY: key } = world.rt.env;
  world.rt.env.ERRATA_SECRETS_KEY = undefined;
  const refused = putProbe(world.eve, world.probeOf({ headers, secret: SECRET }));
  await expect(refused).rejects.toMatchObject({ code: "secrets_key_missing" });
  await putProbe(world.eve, world.probeOf());
  world.rt.env.ERRATA_SECRETS_KEY = key;
});

test("that cannot be opened any more is a reason, and nobody is asked", async () => {
  const { run } = await world.prepared({ headers, secret: SECRET });
  const { ERRATA_SECRETS_KEY: key } = world.rt.env;
  world.rt.env.ERRATA_SECRETS_KEY = randomBytes(32);
  expect((await run()).run).toMatchObject({ outcome: "failed", error: "secret_unreadable" });
  world.rt.env.ERRATA_SECRETS_KEY = key;
  expect(world.psp.seen).toEqual([]);
});
