import { createHash } from "node:crypto";

/** Bodies at the limit of 20 MiB once they are decompressed. */
export type LargeKind = "small events" | "the same by gzip" | "five huge events" | "20 frames records";

type LargeBody = { door: string; gzip: boolean; make: (from: number) => Buffer };

const EVENTS = "/api/v1/events";
const MEGABYTE = 1_000_000;

export const LARGE_BODIES: Record<LargeKind, LargeBody> = {
  "small events": { door: EVENTS, gzip: false, make: smallEvents },
  "the same by gzip": { door: EVENTS, gzip: true, make: smallEvents },
  "five huge events": { door: EVENTS, gzip: false, make: hugeEvents },
  "20 frames records": { door: "/api/v1/frames", gzip: false, make: hugeFrames },
};

/** As many as a request may hold, of 4 kB each. */
function smallEvents(from: number): Buffer {
  const text = words("The status of the item does not allow it", 3_600);
  return bytesOf(Array.from({ length: 5_000 }, (_, index) => eventOf(`${from} ${index}`, { message: text })));
}

/** Half are stored, cut; half are refused for attributes of many megabytes. */
function hugeEvents(from: number): Buffer {
  const text = words("user=jane password=hunter2 status=closed", 4 * MEGABYTE);
  const lines = Array.from(
    { length: 40_000 },
    (_, line) => `line ${line} of ${words("a log that nobody cut", 60)}`,
  );
  return bytesOf(
    Array.from({ length: 5 }, (_, index) =>
      eventOf(`${from} ${index}`, index % 2 === 0 ? { message: text } : { attributes: { lines } }),
    ),
  );
}

function hugeFrames(from: number): Buffer {
  const frame =
    '  File "/srv/agent/support/steps/refund.py", line 40, in refund\n    result = await self.client.request(';
  return bytesOf(
    Array.from({ length: 20 }, (_, index) => ({
      reference: referenceOf(`${from} ${index}`),
      captured_at: new Date(Date.now() - 60_000).toISOString(),
      raw: `Traceback (most recent call last):\n${words(frame, MEGABYTE, "\n")}\nItemConflict: item ${index}`,
    })),
  );
}

function eventOf(seed: string, more: object) {
  const hex = createHash("md5").update(seed).digest("hex");
  return {
    reference: referenceOf(seed),
    event_id: `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`,
    occurred_at: new Date(Date.now() - 60_000).toISOString(),
    ...{
      tool: "issue_refund",
      code: "upstream_timeout",
      class: "transient",
      run_id: `run-${hex.slice(0, 4)}`,
    },
    ...more,
  };
}

const referenceOf = (seed: string) => `err_0${createHash("md5").update(seed).digest("hex").slice(0, 10)}`;
const words = (text: string, length: number, between = ". ") =>
  `${text}${between}`.repeat(Math.ceil(length / (text.length + between.length))).slice(0, length);
const bytesOf = (items: readonly object[]) => Buffer.from(JSON.stringify(items));
