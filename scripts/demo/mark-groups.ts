import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import type { ApiClient } from "../replay/api-client";
import { describeError } from "../replay/read-answer";
import type { DemoState } from "./demo-state";
import { DemoRefused } from "./post-items";

/**
 * What the team says it has mapped, by the exception. Of the last that is not true: the mapping was released, and it comes
 * unmapped all the same.
 */
const MARKS = [
  { tool: "issue_refund", exception_type: "ProviderError", code: "provider_timeout", release: "1.2.0" },
  { tool: "lookup_ticket", exception_type: "KeyError", code: "ticket_incomplete", release: "1.1.0" },
  {
    ...{ tool: "lookup_ticket", exception_type: "UnicodeDecodeError" },
    ...{ code: "attachment_unreadable", release: "1.5.0" },
  },
];

const group = z.looseObject({
  group_id: z.string(),
  tool: z.string(),
  exception_type: z.string().nullable(),
  mark: z.unknown(),
});
const worklist = z.looseObject({ items: z.array(group), mapped: z.array(group) });
type Group = z.infer<typeof group>;

const EVERY_MS = 5_000;
const TIMES = 60;

/** Marks the groups once they are looked through, which takes a moment after the history is in. Marks that are there stay. */
export async function markGroups(client: ApiClient, state: DemoState, signal: AbortSignal): Promise<void> {
  const from = new Date(state.started_at / 1000).toISOString();
  const path = `/api/v1/unmapped/worklist?from=${encodeURIComponent(from)}`;
  const left = new Set(MARKS);
  for (let time = 0; left.size > 0 && time < TIMES && !signal.aborted; time += 1) {
    await delay(EVERY_MS, undefined, { signal });
    const { items, mapped } = worklist.parse((await client.send({ method: "GET", path })).body);
    for (const mark of left) {
      const found = [...items, ...mapped].find((one) => isMeant(one, mark));
      if (found === undefined) continue;
      if (found.mark === null) await put(client, found.group_id, mark);
      left.delete(mark);
    }
  }
}

type Mark = (typeof MARKS)[number];
const isMeant = ({ tool, exception_type }: Group, mark: Mark) =>
  tool === mark.tool && exception_type === mark.exception_type;

async function put(client: ApiClient, group_id: string, { code, release }: Mark): Promise<void> {
  const path = `/api/v1/unmapped/groups/${group_id}/mark`;
  const body = { type: "application/json", text: JSON.stringify({ code, release }) };
  const answer = await client.send({ method: "PUT", path, body });
  if (answer.status >= 300) throw new DemoRefused(`${path}: ${describeError(answer.body, answer.status)}`);
}
