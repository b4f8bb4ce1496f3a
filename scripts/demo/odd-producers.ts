import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { instantFromMicros } from "@/domain/instant";
import { mintReference } from "@/domain/reference";
import type { ApiClient } from "../replay/api-client";
import { describeError } from "../replay/read-answer";
import { MINUTE } from "./plan";
import { DemoRefused } from "./post-items";
import { createRandom, type Random } from "./random";

type Item = Record<string, unknown>;

/** A producer that does not do as it should: what the intake is there to show. */
export type OddProducer = {
  source: string;
  /** Batches as they are sent, one after the other; `round` counts how often it has sent. */
  batches: (now: number, random: Random, round: number) => Item[][];
};

const PLACE = { tenant: "northwind", environment: "staging" } as const;

function event(now: number, random: Random, parts: Item): Item {
  return {
    ...{ event_id: randomUUID(), reference: mintReference(random.bytes(10)), ...PLACE },
    ...{ code: "invalid_status", class: "validation", field: "status", received: "closed" },
    occurred_at: instantFromMicros(now - random.int(0, 4_000_000)).iso,
    ...parts,
  };
}

const several = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

/** Its clock is 40 minutes ahead. */
const AHEAD: OddProducer = {
  source: "edge-gateway",
  batches: (now, random) => [
    [event(now + 40 * MINUTE, random, { tool: "lookup_ticket", service: "edge-gateway" })],
  ],
};

/** It does not wait for answers: most of what it sends comes twice, and now and then it has changed meanwhile. */
const IMPATIENT: OddProducer = {
  source: "booking-worker",
  batches: (now, random) => {
    const first = several(random.int(3, 5), () =>
      event(now, random, { tool: "book_slot", service: "booking-worker", message: "The slot is taken." }),
    );
    const changed = random.chance(0.4) ? [{ ...first[0], message: "The slot was taken (2nd try)." }] : [];
    return [first, first.slice(1), changed].filter((batch) => batch.length > 0);
  },
};

/** An old integration: some of it names no tool, and its clock was never set on one of its machines. */
const INCOMPLETE: OddProducer = {
  source: "legacy-crm",
  batches: (now, random) => [
    [
      ...several(random.int(2, 4), () =>
        event(now, random, { service: "legacy-crm", message: "Status must be open, pending or solved." }),
      ),
      ...several(random.int(0, 1), () =>
        event(now, random, {
          ...{ tool: "search_tickets", service: "legacy-crm" },
          occurred_at: "1970-01-01T00:00:12Z",
        }),
      ),
      event(now, random, { tool: "search_tickets", service: "legacy-crm", code: "404 Not Found" }),
    ],
  ],
};

/** What it caught, in turn, and in which part of the body it handed it on. */
const SPILLED: readonly Item[] = [
  {
    tool: "search_tickets",
    message: `The search failed: psycopg.errors.UndefinedColumn: column "prio" does not exist LINE 1: SELECT id FROM tickets WHERE prio = 1`,
  },
  {
    tool: "lookup_ticket",
    message:
      "The ticket cannot be shown.\n    at render (/srv/portal/dist/tickets.js:88:17)\n    at async handle (/srv/portal/dist/server.js:41:9)",
  },
  { tool: "send_email", hint: "Write to nora.lindqvist@customer.example, who owns the ticket." },
  {
    tool: "issue_refund",
    message: "The gateway refused https://portal:s3cret-of-the-portal@payments.example/refunds.",
  },
  { tool: "book_slot", precondition: "The calendar in /srv/portal/config/calendars.yml has to be shared." },
];

/** It hands its caller whatever it caught. */
const TALKATIVE: OddProducer = {
  source: "partner-portal",
  batches: (now, random, round) => [
    [event(now, random, { service: "partner-portal", ...SPILLED[round % SPILLED.length] })],
  ],
};

export const ODD_PRODUCERS: readonly OddProducer[] = [AHEAD, IMPATIENT, INCOMPLETE, TALKATIVE];

const madeKey = z.looseObject({ key: z.string() });
const PAUSE_MS = 90_000;
const FIRST_ROUNDS = 6;

async function keyFor(client: ApiClient, source: string): Promise<string> {
  const text = JSON.stringify({ name: `${source} (example)`, source, scopes: ["ingest"] });
  const path = "/api/v1/keys";
  const answer = await client.send({ method: "POST", path, body: { type: "application/json", text } });
  if (answer.status >= 300) throw new DemoRefused(`${path}: ${describeError(answer.body, answer.status)}`);
  return madeKey.parse(answer.body).key;
}

/** Makes the keys that are missing, by source. */
export async function makeOddKeys(client: ApiClient, keys: Record<string, string>): Promise<void> {
  for (const { source } of ODD_PRODUCERS) keys[source] ??= await keyFor(client, source);
}

type Producers = {
  seed: string;
  /** Who speaks for a source. */
  clientOf: (source: string) => ApiClient;
  signal: AbortSignal;
};

/** Lets the odd producers send, a few rounds at once and then now and then, until the signal fires. */
export async function playOddProducers({ seed, clientOf, signal }: Producers): Promise<void> {
  const random = createRandom(`${seed} odd ${Date.now()}`);
  for (let round = 0; !signal.aborted; round += 1) {
    if (round >= FIRST_ROUNDS) await delay(PAUSE_MS, undefined, { signal });
    for (const { source, batches } of ODD_PRODUCERS)
      for (const batch of batches(Date.now() * 1000, random, round))
        await clientOf(source).send({
          method: "POST",
          path: "/api/v1/events",
          body: { type: "application/json", text: JSON.stringify(batch) },
        });
  }
}
