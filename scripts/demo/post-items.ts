import type { ApiClient } from "../replay/api-client";
import { describeError } from "../replay/read-answer";
import type { TimelineItem } from "./make-episode";

type Body = Record<string, unknown>;
type PostedKind = "release" | "calls" | "event" | "frames" | "recovery" | "evidence";

/** Which door takes what, in which order, and how many at once; a report of calls holds some twenty lines. */
const DOORS: readonly { kind: PostedKind; path: string; most: number }[] = [
  { kind: "release", path: "/api/v1/releases", most: 500 },
  { kind: "calls", path: "/api/v1/calls", most: 100 },
  { kind: "event", path: "/api/v1/events", most: 500 },
  { kind: "frames", path: "/api/v1/frames", most: 250 },
  { kind: "recovery", path: "/api/v1/recoveries", most: 500 },
  { kind: "evidence", path: "/api/v1/evidence", most: 1 },
];
const IN_FLIGHT = 4;

/** The API would not take what the simulation sent: the two are of different versions. */
export class DemoRefused extends Error {
  override name = "DemoRefused";
}

function readRejected(body: unknown): unknown {
  if (typeof body !== "object" || body === null || !("results" in body) || !Array.isArray(body.results))
    return null;
  const rejected: unknown = body.results.find((result: { status?: string }) => result.status === "rejected");
  return typeof rejected === "object" && rejected !== null && "error" in rejected ? rejected.error : rejected;
}

async function post(client: ApiClient, path: string, bodies: Body[]): Promise<void> {
  const payload = bodies.length === 1 ? bodies[0] : bodies;
  const body = { type: "application/json", text: JSON.stringify(payload) };
  const answer = await client.send({ method: "POST", path, body });
  const rejected = readRejected(answer.body);
  if (answer.status >= 300 || rejected)
    throw new DemoRefused(`${path}: ${describeError(rejected ?? answer.body, answer.status)}`);
}

function* inBatches(bodies: Body[], most: number): Generator<Body[]> {
  for (let at = 0; at < bodies.length; at += most) yield bodies.slice(at, at + most);
}

/** Runs the works with a few at once. */
export async function runAll(works: Iterator<() => Promise<void>>): Promise<void> {
  const worker = async () => {
    for (let next = works.next(); !next.done; next = works.next()) await next.value();
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
}

/**
 * Posts a stretch of the timeline, kind by kind: events are there before their frames and what else speaks
 * of them. What is there already counts as duplicate. Throws DemoRefused, ServerUnreachable.
 */
export async function postItems(client: ApiClient, items: readonly TimelineItem[]): Promise<void> {
  for (const { kind, path, most } of DOORS) {
    const bodies = items.flatMap((item) => (item.kind === kind ? [item.body] : []));
    const works = Array.from(inBatches(bodies, most), (batch) => () => post(client, path, batch));
    await runAll(works.values());
  }
}
