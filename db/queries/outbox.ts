import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";

type Message = {
  verdict_id: string | null;
  tenant: string | null;
  environment: string | null;
  service: string | null;
  tool: string | null;
  /** What the receiver gets; never notes, never frames. */
  data: Record<string, unknown>;
};

export type CaseMessage = Message & {
  type: "case.opened" | "case.settled" | "case.reopened" | "case.due_soon" | "case.overdue";
  case_id: string;
};
export type AlertMessage = Message & { type: "alert.fired" | "alert.resolved"; case_id: null };
export type OutboxMessage = CaseMessage | AlertMessage;

/** A message as it stands in the outbox; its `data` is read by whoever makes something of it. */
export type TakenMessage = Omit<OutboxMessage, "type"> & {
  message_id: string;
  type: string;
  created_at: string;
};

/** Writes what the world is to be told, in the transaction that makes it true. */
export async function writeOutbox(
  tx: Transaction,
  messages: readonly OutboxMessage[],
  now: string,
): Promise<void> {
  if (messages.length === 0) return;
  const items = messages.map((message) => ({ message_id: randomUUID(), created_at: now, ...message }));
  await tx.execute(sql`
    insert into outbox (message_id, type, case_id, verdict_id, tenant, environment, service, tool, data, created_at)
    select message_id, type, case_id, verdict_id, tenant, environment, service, tool, data, created_at
    from json_to_recordset(${JSON.stringify(items)}::text::json) as item(message_id uuid, type text, case_id uuid,
      verdict_id uuid, tenant text, environment text, service text, tool text, data json, created_at timestamptz)`);
}

/**
 * The oldest messages of which nothing was made yet, marked as taken: held until the transaction ends, so that
 * whatever is made of them is there with the mark or not at all. Two at once take different ones.
 */
export function takeMessages(tx: Transaction, limit: number, now: string): Promise<TakenMessage[]> {
  return tx.execute<TakenMessage>(sql`
    with oldest as (
      select message_id from outbox where taken_at is null order by created_at limit ${limit}
      for update skip locked)
    update outbox o set taken_at = ${now}::text::timestamptz from oldest where o.message_id = oldest.message_id
    returning o.message_id, o.type, o.case_id, o.verdict_id, o.tenant, o.environment, o.service, o.tool, o.data,
      to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at`);
}
