import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { joinCases } from "@/db/queries/join-cases";
import { retimeCases } from "@/db/queries/retime-cases";
import { lockTool, putToolRow } from "@/db/queries/tools";
import { DEFAULT_TOOL_RULES } from "@/domain/tool-rules";
import { readCase } from "@/lib/services/cases/read-case";
import { reopenCase } from "@/lib/services/cases/reopen-case";
import { putTool } from "@/lib/services/tools/put-tool";
import { openQueueWorld, type QueueWorld, unknown } from "./world";

const LONGER = { in_flight_seconds: 7200 };

let world: QueueWorld;
beforeAll(async () => {
  world = await openQueueWorld();
});
afterAll(() => world.close());

/** Runs `second` while the transaction of `first` is open, until it ends or waits for it; then commits `first`. */
async function whileOpen<T>(
  first: Parameters<typeof world.database.db.transaction>[0],
  second: () => Promise<T>,
) {
  let running: Promise<T> | undefined;
  await world.database.db.transaction(async (tx) => {
    await first(tx);
    let ended = false;
    running = second().finally(() => {
      ended = true;
    });
    running.catch(() => {});
    const waits = async () => (await world.database.sql`select from pg_locks where not granted`).length > 0;
    await expect.poll(async () => ended || (await waits())).toBe(true);
  });
  return running;
}

const safeAfter = async (case_id: string | null | undefined) =>
  (await readCase(world.ann, { case_id: case_id ?? "" })).safe_after;

describe.each(["never seen", "seen before"])("settings of a tool %s and a batch of its events", (kind) => {
  const newTool = async () => {
    const tool = `refund-${randomUUID()}`;
    if (kind === "seen before") await world.open({ tool });
    return tool;
  };

  test("a case that is not committed yet gets the settings that are stored meanwhile", async () => {
    const attempt = unknown(world.clock, { tool: await newTool() });
    await whileOpen(
      (tx) => joinCases(tx, [attempt], world.clock.iso),
      () => putTool(world.ann, { tool: attempt.tool ?? "", ...LONGER }),
    );
    const [joined] = await world.join(attempt);
    expect(await safeAfter(joined?.case_id)).toBe(world.clock.at(7200 - 60));
  });

  test("a batch waits for settings that are being stored", async () => {
    const attempt = unknown(world.clock, { tool: await newTool() });
    const settings = {
      ...DEFAULT_TOOL_RULES,
      ...LONGER,
      writes: null,
      owner: null,
      runbook: null,
      link_templates: [],
    };
    const joined = await whileOpen(
      async (tx) => {
        await lockTool(tx, attempt.tool ?? "");
        const row = await putToolRow(tx, attempt.tool ?? "", settings, "Ann", world.clock.iso);
        await retimeCases(tx, row.tool, row, world.clock.iso);
      },
      () => world.join(attempt),
    );
    expect(await safeAfter(joined?.[0]?.case_id)).toBe(world.clock.at(7200 - 60));
  });

  test("a known case that gets one more attempt meanwhile is timed by that attempt", async () => {
    const tool = await newTool();
    const idempotency_key = randomUUID();
    const case_id = await world.open({ tool, idempotency_key, occurred_at: world.clock.at(-600) });
    await whileOpen(
      (tx) => joinCases(tx, [unknown(world.clock, { tool, idempotency_key })], world.clock.iso),
      () => putTool(world.ann, { tool, ...LONGER }),
    );
    expect(await safeAfter(case_id)).toBe(world.clock.at(7200 - 60));
  });
});

test("batches of several tools and their settings pass each other without a deadlock", async () => {
  const tools = Array.from({ length: 4 }, () => `refund-${randomUUID()}`);
  const batch = (names: string[]) => world.join(...names.map((tool) => unknown(world.clock, { tool })));
  const rounds = Array.from({ length: 8 }, (_, round) => [
    batch(round % 2 === 0 ? tools : [...tools].reverse()),
    putTool(world.ann, { tool: tools[round % 4] ?? "", ...LONGER }),
  ]);
  await Promise.all(rounds.flat());
  const rows = await world.database.sql`
    select from cases where tool = any(${tools}) and safe_after <> last_attempt_at + interval '7200 seconds'`;
  expect(rows).toHaveLength(0);
});

test("a case that was settled when the settings changed goes by them once it is open again", async () => {
  const tool = `refund-${randomUUID()}`;
  const case_id = await world.open({ tool, idempotency_key: null });
  await world.settle(case_id, "committed");
  await putTool(world.ann, { tool, ...LONGER });
  await reopenCase(world.ann, { case_id, reason: "look again" });
  expect(await safeAfter(case_id)).toBe(world.clock.at(7200 - 60));
});

test.each(["https://{attr.host}/a", "https://pay.example:{tenant}/", "https://{run_id}@pay.example/"])(
  "a link to %s, where an event would choose the host, is refused",
  async (url) => {
    const link_templates = [
      { label: "Fine", url: "https://pay.example/{idempotency_key}" },
      { label: "Loose", url },
    ];
    await expect(putTool(world.ann, { tool: randomUUID(), link_templates })).rejects.toMatchObject({
      ...{ code: "host_not_fixed", field: "link_templates.1.url" },
    });
  },
);
