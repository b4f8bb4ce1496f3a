import autocannon from "autocannon";
import { makeEvents } from "./make-events";
import { makeFrames } from "./make-frames";

/** What to send, from so many connections; `from` keeps the events of two loads apart. */
export type LoadOrder = {
  url: string;
  key: string;
  connections: number;
  /** Units of work, a multiple of `connections`: a POST of `events` events, then one of their frames. */
  units: number;
  events: number;
  /** A frames record for every so many events; 0 sends none. */
  frames_every: number;
  from: number;
};

export type LoadReport = { seconds: number; accepted: number; events_ms: number[]; frames_ms: number[] };

type Kind = "events" | "frames";
type Request = { kind: Kind; items: number; body: string };

/**
 * A process of its own that loads the server: requests are made before the clock starts, so that the generator costs
 * little and always the same. Each connection sends one request after the other; an answer that does not accept
 * every item ends the run.
 */
process.on("message", (order: LoadOrder) => {
  run(order).then(
    (report) => process.send?.(report, () => process.disconnect?.()),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});

async function run(order: LoadOrder): Promise<LoadReport> {
  const report: LoadReport = { seconds: 0, accepted: 0, events_ms: [], frames_ms: [] };
  const shares = Array.from({ length: order.connections }, (_, index) => requestsOf(order, index));
  let connected = 0;
  let began = 0;
  let ended = 0;
  const failures: string[] = [];
  const load = autocannon({
    url: order.url,
    connections: order.connections,
    amount: shares.flat().length,
    timeout: 120,
    setupClient: (client) => {
      const answered: Request[] = [];
      client.setRequests(
        (shares[connected++] ?? []).map((request) => toSend(order, request, answered, failures)),
      );
      if (connected === order.connections) began = performance.now();
      client.on("response", (_status, _bytes, milliseconds) => {
        ended = performance.now();
        const request = answered.shift();
        if (request === undefined) return;
        report[`${request.kind}_ms`].push(milliseconds);
        if (request.kind === "events") report.accepted += request.items;
      });
    },
  });
  const result = await load;
  report.seconds = (ended - began) / 1000;
  if (failures.length > 0 || result.errors > 0)
    throw new Error(failures[0] ?? `${result.errors} connections failed`);
  return report;
}

function requestsOf(order: LoadOrder, connection: number): Request[] {
  const { events, frames_every } = order;
  return Array.from({ length: order.units / order.connections }, (_, turn) => {
    const items = makeEvents(events, order.from + (turn * order.connections + connection) * events);
    const frames = frames_every === 0 ? [] : makeFrames(items, frames_every);
    const unit: Request[] = [
      { kind: "events", items: events, body: JSON.stringify(events === 1 ? items[0] : items) },
    ];
    if (frames.length > 0) unit.push({ kind: "frames", items: frames.length, body: JSON.stringify(frames) });
    return unit;
  }).flat();
}

function toSend(
  order: LoadOrder,
  request: Request,
  answered: Request[],
  failures: string[],
): autocannon.Request {
  return {
    method: "POST",
    path: `/api/v1/${request.kind}?results=rejected`,
    headers: { authorization: `Bearer ${order.key}`, "content-type": "application/json" },
    body: request.body,
    onResponse: (status, body) => {
      if (status !== 200 || (JSON.parse(body) as { accepted?: number }).accepted !== request.items)
        failures.push(`${status} ${body.slice(0, 300)}`);
      answered.push(request);
    },
  };
}
