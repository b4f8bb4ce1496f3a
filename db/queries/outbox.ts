import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";

export type OutboxMessage = {
  type: "case.opened" | "case.settled" | "case.reopened" | "case.overdue";
  case_id: string;
  verdict_id: string | null;
  tenant: string | null;
  environment: string | null;
  service: string | null;
  tool: string | null;
  /** What the receiver gets; never notes, never frames. */
  data: Record<string, unknown>;
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
