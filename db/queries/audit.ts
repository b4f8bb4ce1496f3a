import { and, desc, eq, gte, lt, or, type SQL, sql } from "drizzle-orm";
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

export type AuditFilter = {
  /** Only what this actor did. */
  actor?: { kind: Caller["kind"]; id: string } | undefined;
  action?: string | undefined;
  subject_kind?: string | undefined;
  subject_id?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

export type AuditReader = { confinement: Confinement; own: { kind: Caller["kind"]; id: string } };

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
