import { type SQL, sql } from "drizzle-orm";
import type { claims } from "@/db/schema/claims";
import { SYSTEM_CALLER } from "@/domain/permissions";

export type ClaimEnd = NonNullable<(typeof claims.$inferSelect)["ended_as"]>;

const { kind, id, name } = SYSTEM_CALLER;

/**
 * Puts those of the ended claims that ran out into the audit: nobody did it, but the case was free from then on.
 * `ended`: rows of `claims`, named by a `with` before it.
 */
export const auditRanOut = (ended: SQL): SQL => sql`
  insert into audit (actor_kind, actor_id, actor_name, action, subject_kind, subject_id, tenant, environment, service,
    details)
  select ${kind}::text, ${id}::text, ${name}::text, 'case.claim_expired', 'case', c.case_id::text, c.tenant,
    c.environment, c.service, jsonb_build_object('by', e.by, 'by_kind', e.by_kind, 'by_id', e.by_id, 'expires_at',
      to_char(e.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
  from ${ended} e join cases c on c.case_id = e.case_id where e.ended_as = 'expired'`;

/** The same of cases that were put aside and whose time is over. `woken`: their ids and when it was over. */
export const auditSleptOut = (woken: SQL): SQL => sql`
  insert into audit (actor_kind, actor_id, actor_name, action, subject_kind, subject_id, tenant, environment, service,
    details)
  select ${kind}::text, ${id}::text, ${name}::text, 'case.woken', 'case', c.case_id::text, c.tenant, c.environment,
    c.service, jsonb_build_object('because', 'over')
  from ${woken} w join cases c on c.case_id = w.case_id`;
