import { randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { deliverWebhooks } from "@/lib/duties/deliver-webhooks";
import { endDeliveries } from "@/lib/duties/end-deliveries";
import { expandOutbox } from "@/lib/duties/expand-outbox";
import type { OutgoingPolicy } from "@/lib/platform/outgoing-policy";
import { readCase } from "@/lib/services/cases/read-case";
import { createWebhook } from "@/lib/services/webhooks/create-webhook";
import { openQueueWorld, type QueueWorld } from "../queue/world";
import { type Answerer, type LocalServer, policyOf, type Seen, startLocalServer } from "./local-server";

type NewWebhook = Parameters<typeof createWebhook>[1];

/** The queue's world with receivers on loopback, and the duties that bring messages there. */
export async function openWebhookWorld(policy: OutgoingPolicy = policyOf(["127.0.0.1"])) {
  const world = await openQueueWorld();
  world.rt.once("outgoing-policy", () => policy);
  const admin = world.person("Ada", ["admin"]);
  const servers: LocalServer[] = [];
  const ctx = { ...world.rt, now: world.clock.read };
  return {
    ...world,
    admin,
    ctx,
    receiver: async (answer: Answerer): Promise<LocalServer> => {
      const server = await startLocalServer(answer);
      servers.push(server);
      return server;
    },
    subscribe: (url: string, parts: Partial<NewWebhook> = {}) =>
      createWebhook(admin, {
        ...{ name: "Receiver", url, types: ["case.settled"] },
        ...{ tenants: null, environments: null, services: null, tools: null },
        ...parts,
      }),
    /** Everything that is due now, until nothing is. */
    deliver: async (signal?: AbortSignal) => {
      await expandOutbox.run(ctx);
      await endDeliveries.run(ctx, signal);
      await deliverWebhooks.run(ctx, signal);
    },
    /** A case of a tool of its own that was just settled. */
    settled: async (tool = `tool_${randomUUID().slice(0, 8)}`, extra = {}) => {
      const case_id = await world.open({ tool, ...extra });
      const { verdict_id } = await world.settle(case_id, "committed");
      return { case_id, verdict_id };
    },
    caseOf: (case_id: string) => readCase(world.ann, { case_id }),
    /** Nothing waits and nobody is told of what the next test does. */
    clear: async () => {
      await world.database.sql`update subscriptions set removed_at = now() where removed_at is null`;
      await world.database.sql`update outbox set taken_at = now() where taken_at is null`;
      await world.database
        .sql`update deliveries set state = 'dropped', next_at = null where state = 'waiting'`;
    },
    deliveries: (subscription_id: string) => deliveriesOf(world, subscription_id),
    tries: (subscription_id: string) => triesOf(world, subscription_id),
    close: async () => {
      for (const server of servers.splice(0)) await server.close();
      await world.close();
    },
  };
}

export type WebhookWorld = Awaited<ReturnType<typeof openWebhookWorld>>;

/** What a receiver does with Standard Webhooks' own library; throws when the signature does not fit. */
export function verify(seen: Seen, secret: string): { type: string; data: Record<string, unknown> } {
  return new Webhook(secret).verify(seen.body, seen.headers) as {
    type: string;
    data: Record<string, unknown>;
  };
}

export const answering =
  (status: number, headers: Record<string, string> = {}, body = ""): Answerer =>
  (_seen, response) =>
    response.writeHead(status, headers).end(body);

type DeliveryRow = {
  delivery_id: string;
  state: string;
  tries: number;
  next_at: string | null;
  message_id: string;
};

function deliveriesOf(world: QueueWorld, subscription_id: string) {
  return world.database.sql<DeliveryRow[]>`
    select delivery_id, state, tries, next_at, message_id from deliveries
    where subscription_id = ${subscription_id} order by created_at, delivery_id`;
}

type TryRow = {
  delivery_id: string;
  try_number: number;
  status: number | null;
  error: string | null;
  by: string | null;
  response: string | null;
};

function triesOf(world: QueueWorld, subscription_id: string) {
  return world.database.sql<TryRow[]>`
    select t.delivery_id, t.try_number, t.status, t.error, t.by, t.response from delivery_tries t
    join deliveries d using (delivery_id) where d.subscription_id = ${subscription_id} order by t.try_id`;
}
