import { sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { cases } from "@/db/schema/cases";
import { SYSTEM_CALLER } from "@/domain/permissions";
import { DEFAULT_TOOL_RULES } from "@/domain/tool-rules";
import { recordAudits } from "./audit";
import { type CaseMessage, writeOutbox } from "./outbox";

type Due = { case_id: string; overdue: boolean };

/**
 * Tells of up to `limit` deadlines that have passed, or come so near that the tool's people want to be reminded: each
 * once, and again when it has moved. The mark, what the world is told and the audit are there together or not at all.
 * Answers the cases. Rows being worked on are passed over and told of the next time.
 */
export async function tellDeadlines(tx: Transaction, now: string, limit: number): Promise<string[]> {
  const due = await markDue(tx, now, limit);
  if (due.length === 0) return [];
  const overdue = new Set(due.flatMap((one) => (one.overdue ? [one.case_id] : [])));
  const ids = due.map(({ case_id }) => case_id);
  const rows = await tx
    .select()
    .from(cases)
    .where(sql`${cases.case_id} = any(${sql.param(ids)}::uuid[])`)
    .orderBy(cases.deadline_at, cases.case_id);
  const messages = rows.map((row): CaseMessage => {
    const { case_id, tenant, environment, service, tool, idempotency_key, state, flags, deadline_at } = row;
    return {
      type: overdue.has(case_id) ? "case.overdue" : "case.due_soon",
      ...{ case_id, verdict_id: null, tenant, environment, service, tool },
      data: { case_id, tenant, environment, service, tool, idempotency_key, state, flags, deadline_at },
    };
  });
  await writeOutbox(tx, messages, now);
  for (const type of ["case.overdue", "case.due_soon"] as const)
    await recordAudits(
      tx,
      { actor: SYSTEM_CALLER, action: type, subject_kind: "case" },
      messages.flatMap(({ type: told, case_id, tenant, environment, service, data }) =>
        told === type
          ? [
              {
                subject_id: case_id,
                tenant,
                environment,
                service,
                details: { deadline_at: data.deadline_at },
              },
            ]
          : [],
      ),
    );
  return ids;
}

/**
 * By the index `cases_untold`, which a case leaves once its deadline was told to have passed. The longest reminder of
 * any tool bounds how far ahead is looked; whose own is shorter is left out within that.
 */
function markDue(tx: Transaction, now: string, limit: number): Promise<Due[]> {
  const usual = DEFAULT_TOOL_RULES.remind_seconds;
  const at = sql`${now}::text::timestamptz`;
  return tx.execute<Due>(sql`
    with due as (
      select c.case_id, c.deadline_at <= ${at} as overdue
      from cases c left join tools t on t.tool = c.tool
      where c.state <> 'settled' and c.overdue_deadline_at is distinct from c.deadline_at
        and c.deadline_at <= ${at} + interval '1 second'
          * (select greatest(max(remind_seconds), ${usual}::int) from tools)
        and (c.deadline_at <= ${at} or (c.reminded_deadline_at is distinct from c.deadline_at
          and c.deadline_at <= ${at} + interval '1 second' * coalesce(t.remind_seconds, ${usual}::int)))
      order by c.deadline_at limit ${limit}
      for update of c skip locked
    )
    update cases c set reminded_deadline_at = c.deadline_at,
      overdue_deadline_at = case when due.overdue then c.deadline_at else c.overdue_deadline_at end
    from due where c.case_id = due.case_id
    returning c.case_id, due.overdue`);
}
