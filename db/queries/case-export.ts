import { and, asc, eq, getTableColumns, inArray, notInArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Transaction } from "@/db/client";
import { attachments } from "@/db/schema/attachments";
import { attempts } from "@/db/schema/attempts";
import { audit } from "@/db/schema/audit";
import { bulkActions } from "@/db/schema/bulk-actions";
import { bulkItems } from "@/db/schema/bulk-items";
import { claims } from "@/db/schema/claims";
import { deliveries } from "@/db/schema/deliveries";
import { deliveryTries } from "@/db/schema/delivery-tries";
import { evidence } from "@/db/schema/evidence";
import { notes } from "@/db/schema/notes";
import { outbox } from "@/db/schema/outbox";
import { probeRuns } from "@/db/schema/probe-runs";
import { subscriptions } from "@/db/schema/subscriptions";
import { verdicts } from "@/db/schema/verdicts";
import { parseJson } from "@/domain/json";

/** Memory holds one page, however much happened to a case: snapshots are the largest rows. */
const PAGE = 100;

export const EXPORTED = "case.exported";

type Row = Record<string, unknown>;
type Pages = AsyncGenerator<Row[]>;

type Paged = {
  columns: Record<string, PgColumn | SQL.Aliased | SQL>;
  where: SQL | undefined;
  /** Together unique, in the order of the pages; both among the columns. */
  at: PgColumn;
  id: PgColumn;
};

/** A table in pages by key, each from where the one before ended. An empty one is one empty page. */
async function* pagesOf(tx: Transaction, table: PgTable, { columns, where, at, id }: Paged): Pages {
  let after: SQL | undefined;
  for (;;) {
    const rows: Row[] = await tx
      .select(columns)
      .from(table)
      .where(and(where, after))
      .orderBy(asc(at), asc(id))
      .limit(PAGE);
    yield rows;
    const last = rows.at(-1);
    if (rows.length < PAGE || last === undefined) return;
    // Read from the row itself, so that nothing is lost on the way through text.
    after = sql`(${at}, ${id}) > (${last[at.name]}::text::${type(at)}, ${last[id.name]}::text::${type(id)})`;
  }
}

const type = (column: PgColumn) => sql.raw(column.getSQLType());

/** Each opening with why it began and how it ended, made of the verdicts: there is no table of openings. */
export async function* pageOpenings(tx: Transaction, case_id: string, last: number): Pages {
  for (let from = 1; from <= last; from += PAGE) {
    yield await tx.execute<Row>(sql`
      select n as opening, ${iso(sql`coalesce(before.superseded_at, case when n = 1 then c.opened_at end)`)} as began_at,
        before.superseded_because as because, v.verdict_id, v.verdict,
        ${iso(sql`v.settled_at`)} as settled_at, ${iso(sql`v.superseded_at`)} as ended_at,
        v.superseded_because as ended_because
      from generate_series(${from}::int, least(${last}::int, ${from + PAGE - 1}::int)) as n
        join cases c on c.case_id = ${case_id}::text::uuid
        left join verdicts v on v.case_id = c.case_id and v.opening = n and v.state <> 'voided'
        left join verdicts before on before.case_id = c.case_id and before.opening = n - 1 and before.state <> 'voided'
      order by n`);
  }
}

const iso = (instant: SQL) => sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** Attempts with their snapshots; numbers beyond a double are carried. */
export async function* pageAttempts(tx: Transaction, case_id: string): Pages {
  const { case_id: _case, identity: _identity, source_id: _source, ...known } = getTableColumns(attempts);
  const pages = pagesOf(tx, attempts, {
    columns: { ...known, snapshot: sql<string>`${attempts.snapshot}::text` },
    ...{ where: eq(attempts.case_id, case_id), at: attempts.occurred_at, id: attempts.attempt_id },
  });
  for await (const rows of pages)
    yield rows.map((row) => ({ ...row, snapshot: parseJson(String(row.snapshot)) }));
}

export function pageEvidence(tx: Transaction, case_id: string): Pages {
  const { case_id: _case, content_hash: _hash, ...columns } = getTableColumns(evidence);
  const order = { at: evidence.observed_at, id: evidence.evidence_id };
  return pagesOf(tx, evidence, { columns, where: eq(evidence.case_id, case_id), ...order });
}

export function pageVerdicts(tx: Transaction, case_id: string): Pages {
  const { case_id: _case, request_hash: _hash, ...columns } = getTableColumns(verdicts);
  const order = { at: verdicts.given_at, id: verdicts.verdict_id };
  return pagesOf(tx, verdicts, { columns, where: eq(verdicts.case_id, case_id), ...order });
}

export function pageClaims(tx: Transaction, case_id: string): Pages {
  const { case_id: _case, ...columns } = getTableColumns(claims);
  const order = { at: claims.claimed_at, id: claims.claim_id };
  return pagesOf(tx, claims, { columns, where: eq(claims.case_id, case_id), ...order });
}

export function pageNotes(tx: Transaction, case_id: string): Pages {
  const { case_id: _case, ...columns } = getTableColumns(notes);
  const order = { at: notes.created_at, id: notes.note_id };
  return pagesOf(tx, notes, { columns, where: eq(notes.case_id, case_id), ...order });
}

/** Without the files themselves. */
export function pageAttachments(tx: Transaction, case_id: string): Pages {
  const { case_id: _case, content: _content, ...columns } = getTableColumns(attachments);
  const order = { at: attachments.created_at, id: attachments.attachment_id };
  return pagesOf(tx, attachments, { columns, where: eq(attachments.case_id, case_id), ...order });
}

export function pageProbeRuns(tx: Transaction, case_id: string): Pages {
  const { case_id: _case, ...columns } = getTableColumns(probeRuns);
  const order = { at: probeRuns.asked_at, id: probeRuns.run_id };
  return pagesOf(tx, probeRuns, { columns, where: eq(probeRuns.case_id, case_id), ...order });
}

/** Who did what, in the order it was done, but for these actions. Exports are no part of what they export. */
export function pageAudit(tx: Transaction, case_id: string, without: readonly string[]): Pages {
  const { subject_kind: _kind, subject_id: _id, ...columns } = getTableColumns(audit);
  const where = and(aboutCase(case_id), notInArray(audit.action, [EXPORTED, ...without]));
  return pagesOf(tx, audit, { columns, where, at: audit.audit_id, id: audit.audit_id });
}

const aboutCase = (case_id: string) => and(eq(audit.subject_kind, "case"), eq(audit.subject_id, case_id));

/** The newest exports of this case, oldest first. */
export async function listExports(tx: Transaction, case_id: string, limit = 100): Promise<Row[]> {
  const rows = await tx
    .select({
      ...{ at: audit.at, by_kind: audit.actor_kind, by_id: audit.actor_id, by: audit.actor_name },
      details: audit.details,
    })
    .from(audit)
    .where(and(aboutCase(case_id), eq(audit.action, EXPORTED)))
    .orderBy(sql`${audit.audit_id} desc`)
    .limit(limit);
  return rows.reverse();
}

/** Each bulk action this case was chosen for, and what became of the case in it. */
export async function* pageBulkActions(tx: Transaction, case_id: string): Pages {
  const { bulk_id, position, outcome, code, message, at } = getTableColumns(bulkItems);
  const pages = pagesOf(tx, bulkItems, {
    columns: { bulk_id, position, outcome, code, message, at },
    ...{ where: eq(bulkItems.case_id, case_id), at: bulkItems.bulk_id, id: bulkItems.position },
  });
  for await (const rows of pages) {
    const { kind, by, by_id, created_at } = bulkActions;
    const actions = await tx
      .select({ bulk_id: bulkActions.bulk_id, kind, by, by_id, created_at })
      .from(bulkActions)
      .where(inArray(bulkActions.bulk_id, idsOf(rows, "bulk_id")));
    yield rows.map((row) => ({ ...row, ...actions.find((action) => action.bulk_id === row.bulk_id) }));
  }
}

/** What the world was told of it: each message with its deliveries and every try. Subscribers by name only. */
export async function* pageMessages(tx: Transaction, case_id: string): Pages {
  const { message_id, type, verdict_id, created_at } = outbox;
  const pages = pagesOf(tx, outbox, {
    columns: { message_id, type, verdict_id, created_at, data: sql<string>`${outbox.data}::text` },
    ...{ where: eq(outbox.case_id, case_id), at: created_at, id: message_id },
  });
  for await (const rows of pages) {
    const sent = await readDeliveries(tx, idsOf(rows, "message_id"));
    yield rows.map((row) => ({
      ...row,
      data: parseJson(String(row.data)),
      deliveries: sent
        .filter((one) => one.message_id === row.message_id)
        .map(({ message_id: _message, ...one }) => one),
    }));
  }
}

async function readDeliveries(tx: Transaction, message_ids: string[]) {
  const { message_id, delivery_id, state, created_at, next_at, delivered_at } = deliveries;
  const sent = await tx
    .select({
      message_id,
      delivery_id,
      subscription: subscriptions.name,
      state,
      created_at,
      next_at,
      delivered_at,
    })
    .from(deliveries)
    .innerJoin(subscriptions, eq(subscriptions.subscription_id, deliveries.subscription_id))
    .where(inArray(message_id, message_ids))
    .orderBy(created_at, delivery_id);
  const { try_number, started_at, duration_ms, status, error, by } = deliveryTries;
  const tries = await tx
    .select({
      delivery_id: deliveryTries.delivery_id,
      try_number,
      started_at,
      duration_ms,
      status,
      error,
      by,
    })
    .from(deliveryTries)
    .where(inArray(deliveryTries.delivery_id, idsOf(sent, "delivery_id")))
    .orderBy(deliveryTries.try_id);
  return sent.map((one) => ({
    ...one,
    tries: tries
      .filter((attempt) => attempt.delivery_id === one.delivery_id)
      .map(({ delivery_id: _delivery, ...attempt }) => attempt),
  }));
}

const idsOf = (rows: readonly Row[], name: string) => rows.map((row) => String(row[name]));
