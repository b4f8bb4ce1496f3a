import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readCase } from "@/lib/services/cases/read-case";
import { acknowledgeVerdict } from "@/lib/services/verdicts/acknowledge-verdict";
import { awaitVerdict } from "@/lib/services/verdicts/await-verdict";
import { type ServerRun, spawnServer } from "../support/server";
import { until } from "../support/until";
import { openWebhookWorld, verify, type WebhookWorld } from "./world";

let world: WebhookWorld;
const processes: ServerRun[] = [];
beforeAll(async () => {
  world = await openWebhookWorld();
  // The servers go by the real time; so does this world.
  world.clock.move((Date.now() - world.clock.read().getTime()) / 1000);
});
afterAll(async () => {
  for (const { child } of processes) child.kill("SIGKILL");
  await world.close();
});

/** A process of the installation that does the duties. */
async function startDuties(): Promise<ServerRun> {
  const run = spawnServer({
    ...{ ERRATA_ROLE: "duties", DATABASE_URL: world.database.url, DATABASE_POOL: "4" },
    ERRATA_OUTGOING_ALLOW: "127.0.0.1",
  });
  processes.push(run);
  await run.untilLine(/Errata is listening/);
  return run;
}

test("kill -9 while a verdict is being sent: it is sent again under the same id, and there is one verdict", async () => {
  const held: ServerResponse[] = [];
  const receiver = await world.receiver((_seen, response) => held.push(response));
  const { subscription_id, secret } = await world.subscribe(receiver.url);
  const case_id = await world.open();
  const { verdict_id } = await world.settle(case_id, "committed");

  const first = await startDuties();
  await until(() => expect(held).toHaveLength(1));
  first.child.kill("SIGKILL");
  await first.exited;
  const cut = (await readCase(world.ann, { case_id })).verdicts[0]?.delivery;
  expect(cut).toMatchObject({ sent_at: expect.any(String), delivered_at: null });

  // The dead sender's lease runs out; a test does not wait for it.
  await world.database.sql`update deliveries set taken_until = now() - interval '1 second'`;
  await startDuties();
  await until(() => expect(held).toHaveLength(2));
  held[1]?.end();
  await until(async () =>
    expect((await readCase(world.ann, { case_id })).verdicts[0]?.delivery.delivered_at).not.toBeNull(),
  );

  const told = receiver.seen.map((seen) => ({
    id: seen.headers["webhook-id"],
    ...verify(seen, secret).data,
  }));
  expect(told).toMatchObject([{ verdict_id }, { verdict_id }]);
  expect(new Set(told.map(({ id }) => id)).size).toBe(1);
  expect(await world.tries(subscription_id)).toMatchObject([
    { try_number: 1, error: "sender_stopped", status: null },
    { try_number: 2, error: null, status: 200 },
  ]);
  // Whoever asks by the other way gets the same one, and takes it once.
  const answer = await awaitVerdict(world.runtime, { target: { case_id }, wait_seconds: 0 });
  expect(answer.verdict_id).toBe(verdict_id);
  const taken = await acknowledgeVerdict(world.runtime, { verdict_id, by: "run-1" });
  expect(taken.verdict_id).toBe(verdict_id);
  expect((await readCase(world.ann, { case_id })).verdicts).toHaveLength(1);
});
