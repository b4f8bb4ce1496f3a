import { type Confinement, type Role, UNCONFINED } from "@/domain/permissions";
import type { ServiceContext } from "@/lib/services/context";
import type { QueueWorld } from "./world";

/** A person of the world who also stands in the tables: who can be asked, told, and signed in. */
export async function member(
  world: QueueWorld,
  name: string,
  roles: Role[] = ["reconciler"],
  confinement: Confinement = UNCONFINED,
): Promise<ServiceContext> {
  const { sql } = world.database;
  const { tenants, environments, services } = confinement;
  const [row] = await sql<{ id: string }[]>`
    insert into people (name, email, roles, tenants, environments, services)
    values (${name}, ${`${crypto.randomUUID()}@errata.test`}, ${roles}, ${tenants}, ${environments}, ${services})
    returning id`;
  const id = row?.id ?? "";
  await sql`insert into accounts (person_id, account_id, provider_id) values (${id}, ${id}, 'credential')`;
  const ctx = world.person(name, roles, confinement);
  return { ...ctx, caller: { ...ctx.caller, id } };
}

/** What the audit says of a case, oldest first. */
export async function auditOf(world: QueueWorld, case_id: string): Promise<string[]> {
  const rows = await world.database.sql<{ action: string }[]>`
    select action from audit where subject_kind = 'case' and subject_id = ${case_id} order by audit_id`;
  return rows.map(({ action }) => action);
}
