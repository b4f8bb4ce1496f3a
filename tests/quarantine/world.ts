import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { POST as postCalls } from "@/app/api/v1/calls/route";
import { POST as postEvents } from "@/app/api/v1/events/route";
import { POST as postFrames } from "@/app/api/v1/frames/route";
import { POST as postMcpResults } from "@/app/api/v1/mcp-results/route";
import { GET as readOne } from "@/app/api/v1/quarantine/[id]/route";
import { POST as postDismissal } from "@/app/api/v1/quarantine/dismissals/route";
import { POST as postPreview } from "@/app/api/v1/quarantine/preview/route";
import { POST as postReopening } from "@/app/api/v1/quarantine/reopenings/route";
import { GET as list } from "@/app/api/v1/quarantine/route";
import { POST as postRecoveries } from "@/app/api/v1/recoveries/route";
import { POST as postReleases } from "@/app/api/v1/releases/route";
import { GET as listItems } from "@/app/api/v1/replays/[replay_id]/items/route";
import { GET as readReplay } from "@/app/api/v1/replays/[replay_id]/route";
import { POST as postStart } from "@/app/api/v1/replays/[replay_id]/start/route";
import { POST as postStop } from "@/app/api/v1/replays/[replay_id]/stop/route";
import { POST as postReplay } from "@/app/api/v1/replays/route";
import { findReplay, type ReplayRow } from "@/db/queries/replays";
import { type QuarantineChoice, quarantineItem, quarantineList } from "@/lib/contract/quarantine";
import { type NewReplay, replayDetail, replayItemList, replayPreview } from "@/lib/contract/replays";
import { topicOfReplay } from "@/lib/services/replay-chunk";
import { call, makeKey, makePerson, openWorld, type World } from "../access/world";

export type Steps = NewReplay["mapping"];
type Pins = { tenant?: string; environment?: string; service?: string };
type By = { cookie: string };

const DOORS = {
  events: postEvents,
  frames: postFrames,
  calls: postCalls,
  recoveries: postRecoveries,
  releases: postReleases,
  mcp: postMcpResults,
};

export type QuarantineWorld = Awaited<ReturnType<typeof openQuarantineWorld>>;

/** An installation with an engineer who mends what a producer sent wrongly. */
export async function openQuarantineWorld() {
  const world = await openWorld();
  const engineer = await makePerson(world, { roles: ["engineer"] });
  const keys = new Map<string, string>();
  const keyFor = async (pins: Pins) => {
    const name = JSON.stringify(pins);
    const key = keys.get(name) ?? (await makeKey(world, ["ingest"], pins));
    keys.set(name, key);
    return key;
  };
  return {
    ...world,
    engineer,
    makePerson: (parts: Parameters<typeof makePerson>[1]) => makePerson(world, parts),
    /** What a producer is answered, whatever the status. */
    send: async (door: keyof typeof DOORS, body: unknown, pins: Pins = {}) => {
      const response = await call(DOORS[door], { key: await keyFor(pins), body });
      return (await response.json()) as Record<string, number> & { results: Record<string, unknown>[] };
    },
    list: async (query = "", by: By = engineer) =>
      quarantineList.parse(await answerOf(await call(list, { cookie: by.cookie, query }), 200)),
    read: async (id: number, by: By = engineer) => {
      const response = await call(readOne, { cookie: by.cookie, params: { id: String(id) } });
      return response.status === 200 ? quarantineItem.parse(await response.json()) : response.status;
    },
    preview: async (choose: QuarantineChoice, mapping: Steps, by: By = engineer) =>
      replayPreview.parse(
        await answerOf(await call(postPreview, { cookie: by.cookie, body: { choose, mapping } }), 200),
      ),
    freeze: (choose: QuarantineChoice, mapping: Steps, by: By = engineer) => freeze(choose, mapping, by),
    start: (replay_id: string, count: number, by: By = engineer) => start(replay_id, count, by),
    stop: (replay_id: string, by: By = engineer) =>
      call(postStop, { method: "POST", cookie: by.cookie, params: { replay_id } }),
    readReplay: async (replay_id: string, by: By = engineer) =>
      replayDetail.parse(
        await answerOf(await call(readReplay, { cookie: by.cookie, params: { replay_id } }), 200),
      ),
    items: async (replay_id: string, query = "", by: By = engineer) =>
      replayItemList.parse(
        await answerOf(await call(listItems, { cookie: by.cookie, params: { replay_id }, query }), 200),
      ),
    untilOver: (replay_id: string) => untilOver(world, replay_id),
    /** Freezes, starts by the exact number and waits for the end. */
    replay: async (choose: QuarantineChoice, mapping: Steps, by: By = engineer) => {
      const frozen = await freeze(choose, mapping, by);
      await start(frozen.replay_id, frozen.total, by);
      return untilOver(world, frozen.replay_id);
    },
    dismiss: (body: unknown, by: By = engineer) => call(postDismissal, { cookie: by.cookie, body }),
    reopen: (body: unknown, by: By = engineer) => call(postReopening, { cookie: by.cookie, body }),
  };
}

async function freeze(choose: QuarantineChoice, mapping: Steps, by: By) {
  const response = await call(postReplay, { cookie: by.cookie, body: { choose, mapping } });
  return replayDetail.parse(await answerOf(response, 200));
}

async function start(replay_id: string, count: number, by: By) {
  const response = await call(postStart, { cookie: by.cookie, params: { replay_id }, body: { count } });
  expect([200, 202], await response.clone().text()).toContain(response.status);
  return replayDetail.parse(await response.json());
}

async function untilOver({ rt }: World, replay_id: string): Promise<ReplayRow> {
  for (;;) {
    const woken = rt.hub.wait([topicOfReplay(replay_id)], { timeoutMs: 60_000 });
    const row = await findReplay(rt.db, null, replay_id);
    if (row !== null && row.finished_at !== null) return row;
    if ((await woken) === "timeout") throw new Error(`the replay did not get on: ${JSON.stringify(row)}`);
  }
}

async function answerOf(response: Response, status: number): Promise<unknown> {
  const answer: unknown = await response.json();
  expect(response.status, JSON.stringify(answer)).toBe(status);
  return answer;
}

/** An event that misses its tool. */
export const toolless = (more: Record<string, unknown> = {}) => ({
  reference: `err_${randomUUID().slice(0, 8)}`,
  event_id: randomUUID(),
  occurred_at: new Date().toISOString(),
  code: "gateway_timeout",
  class: "transient",
  message: "The gateway did not answer.",
  ...more,
});

export const SET_TOOL: Steps = [{ op: "set", path: "tool", value: "refund_payment" }];
