import { and, desc, eq, gte, lt, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { audit } from "@/db/schema/audit";
import type { Caller, Confinement } from "@/domain/permissions";
import { confine } from "./confinement";

export type AuditEntry = typeof audit.$inferSelect;

export type AuditFact = {
  actor: Pick<Caller, "kind" | "id" | "name">;
  /** `<noun>.<what happened>`, e.g. `key.created`. */
  action: string;
  subject_kind: string;
  subject_id: string;
  tenant?: string | null;
  environment?: string | null;
  service?: string | null;
  /** What a reader needs to understand it; never a secret, never frames. */
  details?: Record<string, unknown>;
};

/** Writes who did what, in the transaction of what it records: both are there or neither is. */
export async function recordAudit(tx: Database | Transaction, fact: AuditFact): Promise<void> {
  const { actor, details, ...rest } = fact;
  await tx.insert(audit).values({
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_name: actor.name,
    details: details ?? {},
    ...rest,
  });
}

/** The same for many facts of one actor and action, in one statement however many there are. */
export async function recordAudits(
  tx: Transaction,
  common: Pick<AuditFact, "actor" | "action" | "subject_kind">,
  facts: readonly Omit<AuditFact, "actor" | "action" | "subject_kind">[],
): Promise<void> {
  if (facts.length === 0) return;
  const { actor, action, subject_kind } = common;
  await tx.execute(sql`
    insert into audit (actor_kind, actor_id, actor_name, action, subject_kind, subject_id, tenant, environment,
      service, details)
    select ${actor.kind}::text, ${actor.id}::text, ${actor.name}::text, ${action}::text, ${subject_kind}::text,
      subject_id, tenant, environment, service, coalesce(details, '{}')
    from json_to_recordset(${JSON.stringify(facts)}::text::json) as item(subject_id text, tenant text,
      environment text, service text, details jsonb)`);
}

export type AuditFilter = {
  /** Only what this actor did. */
  actor?: { kind: Caller["kind"]; id: string } | undefined;
  action?: string | undefined;
  subject_kind?: string | undefined;
  subject_id?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

export type AuditReader = {
  confinement: Confinement;
  own: { kind: Caller["kind"]; id: string };
  /** Actions that this reader is not told of. */
  without: readonly string[];
};

/** Newest first, below `before`. A confined reader sees their part and whatever they did themselves. */
export function listAuditRows(
  db: Database,
  reader: AuditReader,
  filter: AuditFilter,
  page: { before: number | null; limit: number },
): Promise<AuditEntry[]> {
  return db
    .select()
    .from(audit)
    .where(
      and(
        or(confine(reader.confinement, audit) ?? sql`true`, byActor(reader.own)),
        reader.without.length > 0 ? notInArray(audit.action, [...reader.without]) : undefined,
        filter.actor && byActor(filter.actor),
        filter.action === undefined ? undefined : eq(audit.action, filter.action),
        filter.subject_kind === undefined ? undefined : eq(audit.subject_kind, filter.subject_kind),
        filter.subject_id === undefined ? undefined : eq(audit.subject_id, filter.subject_id),
        filter.from === undefined ? undefined : gte(audit.at, filter.from),
        filter.to === undefined ? undefined : lt(audit.at, filter.to),
        page.before === null ? undefined : lt(audit.audit_id, page.before),
      ),
    )
    .orderBy(desc(audit.audit_id))
    .limit(page.limit);
}

function byActor(actor: { kind: Caller["kind"]; id: string }): SQL | undefined {
  return and(eq(audit.actor_kind, actor.kind), eq(audit.actor_id, actor.id));
}
