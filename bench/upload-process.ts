import { Agent, type Agent as HttpAgent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { LARGE_BODIES, type LargeKind } from "./large-bodies";

/** `uploads` bodies of 20 MB at once, each sent again until it is taken; `from` keeps the items of two orders apart. */
export type UploadOrder = { url: string; key: string; kind: LargeKind; uploads: number; from: number };
export type UploadReport = { seconds: number; refused: number; statuses: Record<string, number> };

const AGAIN_MS = 1_000;

/** A process of its own that sends large bodies: they are made before the clock starts. */
process.on("message", (order: UploadOrder) => {
  run(order).then(
    (report) => process.send?.(report, () => process.disconnect?.()),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});

async function run(order: UploadOrder): Promise<UploadReport> {
  const { make, door, gzip } = LARGE_BODIES[order.kind];
  const bodies = Array.from({ length: order.uploads }, (_, index) => {
    const plain = make(order.from + index);
    return gzip ? gzipSync(plain, { level: 1 }) : plain;
  });
  const agent = new Agent({ maxSockets: order.uploads });
  const report: UploadReport = { seconds: 0, refused: 0, statuses: {} };
  const began = performance.now();
  await Promise.all(
    bodies.map(async (body) => {
      for (;;) {
        const status = await post(order, { agent, body, door, gzip });
        report.statuses[status] = (report.statuses[status] ?? 0) + 1;
        if (status !== 429 && status !== 0) return;
        report.refused += 1;
        await pause(AGAIN_MS);
      }
    }),
  );
  report.seconds = (performance.now() - began) / 1000;
  agent.destroy();
  return report;
}

type Sending = { agent: HttpAgent; body: Buffer; door: string; gzip: boolean };

/** The status; 0 where the connection broke off, as it may when a body is refused before all of it is sent. */
function post(order: UploadOrder, { agent, body, door, gzip }: Sending): Promise<number> {
  return new Promise((resolve) => {
    let status = 0;
    const sending = request(`${order.url}${door}?results=rejected`, {
      agent,
      method: "POST",
      headers: {
        authorization: `Bearer ${order.key}`,
        "content-type": "application/json",
        "content-length": body.length,
        ...(gzip ? { "content-encoding": "gzip" } : {}),
      },
    });
    sending.on("response", (answer) => {
      status = answer.statusCode ?? 0;
      answer
        .resume()
        .on("end", () => resolve(status))
        .on("error", () => resolve(status));
    });
    sending.on("error", () => resolve(status));
    sending.end(body);
  });
}
