import { randomBytes, randomUUID } from "node:crypto";
import type { AttemptInput } from "@/domain/attempt";
import type { ProbeRule } from "@/domain/probe";
import { probeCases } from "@/lib/duties/probe-cases";
import { readCase } from "@/lib/services/cases/read-case";
import { type PutProbeInput, putProbe } from "@/lib/services/probes/put-probe";
import { runProbe } from "@/lib/services/probes/run-probe";
import { type Seen, startLocalServer } from "../webhooks/local-server";
import { openQueueWorld } from "./world";

export type Answer = {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  hangs?: boolean;
};
type Answering = (seen: Seen) => Answer | Promise<Answer>;

export const SECRET = "sk_live_9f8e7d6c5b4a3f2e1d0c";

const RULES: ProbeRule[] = [
  { effect: "committed", statuses: [200], path: "status", comparison: "equals", values: ["succeeded"] },
  { effect: "absent", statuses: [404], path: null, comparison: null, values: [] },
];
const itSucceeded: Answering = () => ({ body: { status: "succeeded" } });

export type ProbeWorld = Awaited<ReturnType<typeof openProbeWorld>>;

/** The queue's world with a payment provider that can be asked, another host, and Eve, who declares probes. */
export async function openProbeWorld() {
  const world = await openQueueWorld({
    ERRATA_OUTGOING_ALLOW: "127.0.0.1",
    ERRATA_SECRETS_KEY: randomBytes(32).toString("base64"),
  });
  const eve = world.person("Eve", ["engineer"]);
  const psp = await startLocalServer(async (seen, response) => {
    const { status = 200, body = {}, headers = {}, hangs = false } = await outside.answer(seen);
    if (hangs) return;
    response.writeHead(status, headers).end(typeof body === "string" ? body : JSON.stringify(body));
  });
  const elsewhere = await startLocalServer((_seen, response) => response.end('{"status": "succeeded"}'));
  const probeOf = (parts: Partial<PutProbeInput> = {}): PutProbeInput => ({
    ...{ tool: randomUUID(), url: `${psp.url}/refunds/{idempotency_key}?tenant={tenant}`, headers: [] },
    ...{ rules: RULES, automatic: false, timeout_seconds: 25 },
    ...parts,
  });
  const outside = {
    ...world,
    ...{ eve, psp, elsewhere, probeOf },
    /** What the provider says of a request; a test sets it. */
    answer: itSucceeded,
    /** A tool with a probe and an open case of it, whose attempt was long ago. */
    prepared: async (parts: Partial<PutProbeInput> = {}, attempt: Partial<AttemptInput> = {}) => {
      const { tool } = await putProbe(eve, probeOf(parts));
      const case_id = await world.open({ tool, occurred_at: world.clock.at(-1_200), ...attempt });
      return { tool, case_id, run: () => runProbe(world.ann, { case_id }) };
    },
    read: (case_id: string) => readCase(world.ann, { case_id }),
    duty: () => probeCases.run({ ...world.rt, now: world.clock.read }),
    /** Between two tests: nothing was asked, and the provider says that it happened. */
    forget: () => {
      psp.seen.length = 0;
      elsewhere.seen.length = 0;
      outside.answer = itSucceeded;
    },
    close: async () => {
      await Promise.all([psp.close(), elsewhere.close()]);
      await world.close();
    },
  };
  return outside;
}
