import { and, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { series } from "@/db/schema/series";
import type { EventClass } from "@/domain/event-class";
import { type CodesQuestion, codeRows, readCodeRows } from "./code-registry";
import { confine } from "./confinement";
import { matching } from "./event-filter";

/** Failures by tool and class in the range, those with a code of the team's own among them. */
export async function readToolClasses(tx: Transaction, question: CodesQuestion) {
  type Row = { tool: string; class: EventClass; failures: number; unmapped: number };
  const rows = codeRows(question, await readCodeRows(tx, question), ["tool", "class", "events", "unmapped"]);
  return tx.execute<Row>(sql`
    select tool, class, sum(events)::float8 as failures,
      coalesce(sum(events) filter (where unmapped), 0)::float8 as unmapped
    from (${rows}) as row group by 1, 2`);
}

/** Which classes each tool was ever seen to fail with, as far back as anything was counted. */
export function readClassesEver(
  tx: Transaction,
  { filters, confinement }: Pick<CodesQuestion, "filters" | "confinement">,
) {
  const { service, environment, tenant, tool } = filters;
  // The level with tenants has many times the rows, and knows no other classes.
  const level = confinement.tenants === null && !tenant?.length ? "full" : "tenant";
  return tx.execute<{ tool: string; class: EventClass }>(sql`
    select distinct tool, class from ${series}
    where ${and(
      sql`${series.level} = ${level} and ${series.tool} is not null`,
      matching({ service, environment, tenant, tool }, series),
      confine(confinement, { ...series, tenant: level === "tenant" ? series.tenant : null }),
    )}`);
}
