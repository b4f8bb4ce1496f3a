import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PollAnswer, PollOrder, PollReport } from "./poll-process";
import type { RawOrder } from "./raw-poll-process";

export type HeldPolls = {
  /** Resolves when every poll was answered, in the order of the queries. */
  answers: Promise<PollAnswer[]>;
  end: () => void;
};

/** Opens one long poll for each query in a process of its own; resolves when all of them are under way. */
export async function holdPolls(order: PollOrder): Promise<HeldPolls> {
  const child = fork(join(import.meta.dirname, "poll-process.ts"), { execArgv: ["--import", "tsx"] });
  const ended = once(child, "exit").then(() => Promise.reject(new Error("the process of polls ended")));
  const answers = Promise.race([untilReport(child, "answered"), ended]).then(({ answers }) => answers);
  answers.catch(() => {});
  child.send(order);
  await Promise.race([untilReport(child, "held"), ended]);
  return { answers, end: () => void child.kill("SIGKILL") };
}

function untilReport<K extends PollReport["kind"]>(
  child: ChildProcess,
  kind: K,
): Promise<Extract<PollReport, { kind: K }>> {
  return new Promise((resolve) => {
    child.on("message", (report: PollReport) => {
      if (report.kind === kind) resolve(report as Extract<PollReport, { kind: K }>);
    });
  });
}

export type OpenedCase = { case_id: string; event_id: string; idempotency_key: string };

/** Cases as the world opens them: events whose effect is unknown, through the door. */
export async function reportUnknowns(
  server: { url: string; key: string },
  count: number,
): Promise<OpenedCase[]> {
  const opened: OpenedCase[] = [];
  while (opened.length < count) {
    const events = Array.from({ length: Math.min(1_000, count - opened.length) }, (_, i) =>
      unknownEvent(opened.length + i),
    );
    const response = await fetch(`${server.url}/api/v1/events`, {
      method: "POST",
      headers: { authorization: `Bearer ${server.key}`, "content-type": "application/json" },
      body: JSON.stringify(events),
    });
    const { results } = (await response.json()) as { results: { case_id?: string }[] };
    events.forEach(({ event_id, idempotency_key }, i) => {
      const case_id = results[i]?.case_id;
      if (case_id === undefined) throw new Error(`no case was opened: ${JSON.stringify(results[i])}`);
      opened.push({ case_id, event_id, idempotency_key });
    });
  }
  return opened;
}

function unknownEvent(n: number) {
  return {
    ...{ reference: `err_poll${n}`, event_id: randomUUID(), occurred_at: new Date().toISOString() },
    ...{ tool: "issue_refund", code: "upstream_timeout", class: "transient", effect: "unknown" },
    ...{ idempotency_key: `poll-${n}-${randomUUID()}`, tenant: `tenant-${n % 7}`, environment: "production" },
  };
}

/** By case, by event and by key in turn, as runtimes ask. */
export function pollOf({ case_id, event_id, idempotency_key }: OpenedCase, index: number): string {
  if (index % 3 === 0) return `case_id=${case_id}`;
  if (index % 3 === 1) return `event_id=${event_id}`;
  return `tool=issue_refund&idempotency_key=${idempotency_key}`;
}

/** In ms, how long each answer took from the moment that they could be given. */
export type Answered = { latencies: number[]; seconds: number };

/**
 * The raw limit: a bare Node server, without a database, answers as many held requests with one text. What a
 * busy machine does to ours it does to this one as well.
 */
export async function answerAllRaw(count: number): Promise<Answered> {
  const child = fork(join(import.meta.dirname, "raw-poll-process.ts"), { execArgv: ["--import", "tsx"] });
  try {
    const [port] = (await once(child, "message")) as [number];
    const queries = Array.from({ length: count }, (_, i) => `case_id=${i}`);
    const polls = await holdPolls({
      url: `http://127.0.0.1:${port}`,
      key: "none",
      queries,
      wait_seconds: 60,
    });
    const started_at = Date.now();
    child.send("answer" satisfies RawOrder);
    const latencies = (await polls.answers).map(({ answered_at }) => answered_at - started_at);
    return { latencies, seconds: Math.max(...latencies) / 1000 };
  } finally {
    child.kill("SIGKILL");
  }
}

/** Memory the process holds, in MB. Linux only. */
export function residentMegabytes(pid: number): number {
  const match = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(match?.[1] ?? Number.NaN) / 1024;
}
