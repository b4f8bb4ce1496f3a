import { parseEnv } from "@/lib/platform/env";
import { startRuntime } from "@/lib/services/runtime";
import { settleAllInBulk } from "@/tests/support/bulk-verdict";
import {
  answerAllRaw,
  holdPolls,
  pollOf,
  reportUnknowns,
  residentMegabytes,
} from "@/tests/support/long-polls";
import type { Server } from "./contestants";
import type { Comparison } from "./measure";

const POLLS = 5_000;
const WARM = 500;

export type LongPolls = {
  comparison: Comparison;
  /** `seconds_after`: from its end to the last answer. */
  held: { polls: number; megabytes: number; bulk_seconds: number; seconds_after: number };
};

/**
 * Thousands of runtimes wait in one process for as many cases, which a bulk verdict in another process
 * settles: the memory they cost, and how long after the end of the bulk verdict each was still without its
 * answer. Against a bare Node server that answers as many held requests.
 */
export async function longPolls(
  server: Server & { pid: number },
  url: string,
  scale: number,
): Promise<LongPolls> {
  const polls = Math.round(POLLS * scale);
  const order = { url: server.url, key: server.key };
  const raw = await answerAllRaw(polls);
  const cases = await reportUnknowns(server, polls);
  await (await holdPolls({ ...order, queries: cases.slice(0, WARM).map(pollOf), wait_seconds: 0 })).answers;
  const before = residentMegabytes(server.pid);
  const waiting = await holdPolls({ ...order, queries: cases.map(pollOf), wait_seconds: 60 });
  const megabytes = Math.round(residentMegabytes(server.pid) - before);
  const rt = startRuntime({ databaseUrl: url, env: parseEnv({ DATABASE_URL: url }) });
  try {
    const bulk = await settleAllInBulk(rt);
    const answers = await waiting.answers;
    const latencies = answers.map(
      ({ answered_at, body }) => answered_at - Date.parse(String(body.settled_at)),
    );
    const last = Math.max(...answers.map(({ answered_at }) => answered_at));
    const seconds = (last - bulk.started_at) / 1000;
    return {
      comparison: {
        what: `${polls} held polls after a bulk verdict (p99)`,
        ours: { name: "settled by another process", operations: polls, seconds, latencies },
        raw: { name: "bare Node, one text for all", operations: polls, ...raw },
        better: "latency",
      },
      held: {
        ...{ polls, megabytes, bulk_seconds: (bulk.finished_at - bulk.started_at) / 1000 },
        seconds_after: Math.max(0, (last - bulk.finished_at) / 1000),
      },
    };
  } finally {
    await rt.close();
  }
}
