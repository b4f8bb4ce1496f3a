import type { BenchEvent } from "./make-events";

const DEPTH = 24;

/** The frames of every so-manieth event, each about 4 kB: by turns as a trace's text and as frames read already. */
export function makeFrames(events: readonly BenchEvent[], every: number): Record<string, unknown>[] {
  return events
    .filter((_, index) => index % every === 0)
    .map(({ reference, event_id, occurred_at, tool }, index) => ({
      ...{ reference, event_id, captured_at: occurred_at, tool, language: "python" },
      ...{ service: "support-agent", environment: "production" },
      frames_id: event_id,
      ...(index % 2 === 0
        ? { raw: traceText(tool, reference) }
        : { exceptions: exceptions(tool, reference) }),
      arguments: { item: reference, amount: index, currency: "EUR", note: "as agreed with the customer" },
    }));
}

const file = (depth: number) => `/srv/agent/support/steps/step_${depth}.py`;
const code = (depth: number) =>
  `result = await self.client.request("POST", self.path(${depth}), json=payload)`;

function traceText(tool: string, reference: string): string {
  const frames = Array.from(
    { length: DEPTH },
    (_, depth) => `  File "${file(depth)}", line ${40 + depth}, in ${tool}_${depth}\n    ${code(depth)}`,
  );
  return `Traceback (most recent call last):\n${frames.join("\n")}\nagent.errors.ItemConflict: the item ${reference} has another status`;
}

function exceptions(tool: string, reference: string) {
  return [
    {
      type: "ItemConflict",
      message: `the item ${reference} has another status`,
      module: "agent.errors",
      frames: Array.from({ length: DEPTH }, (_, depth) => ({
        ...{
          file: file(depth),
          line: 40 + depth,
          function: `${tool}_${depth}`,
          code: code(depth),
          in_app: true,
        },
      })),
    },
  ];
}
