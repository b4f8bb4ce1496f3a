import { and, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { codeHours } from "@/db/schema/code-hours";
import { series } from "@/db/schema/series";
import type { EventClass } from "@/domain/event-class";
import { instantFromMicros } from "@/domain/instant";
import type { CodesQuestion } from "./code-registry";
import { confine } from "./confinement";
import { matching, within } from "./event-filter";

const isoOf = (millis: number) => instantFromMicros(millis * 1000).iso;

/** Failures by tool and class in the range, those with a code of the team's own among them. */
export function readToolClasses(tx: Transaction, { from, to, filters, confinement }: CodesQuestion) {
  type Row = { tool: string; class: EventClass; failures: number; unmapped: number };
  return tx.execute<Row>(sql`
    select tool, class, sum(events)::float8 as failures,
      coalesce(sum(events) filter (where unmapped), 0)::float8 as unmapped
    from ${codeHours}
    where ${and(
      within(codeHours.hour, isoOf(from), isoOf(to)),
      matching(filters, { ...codeHours, effect: null, release: null, unmapped: null }),
      confine(confinement, codeHours),
    )}
    group by 1, 2`);
}

/** Which classes each tool was ever seen to fail with, as far back as anything was counted. */
export function readClassesEver(
  tx: Transaction,
  { filters, confinement }: Pick<CodesQuestion, "filters" | "confinement">,
) {
  const { service, environment, tool } = filters;
  return tx.execute<{ tool: string; class: EventClass }>(sql`
    select distinct tool, class from ${series}
    where ${and(
      sql`${series.level} = 'tenant' and ${series.tool} is not null`,
      matching({ service, environment, tool }, series),
      confine(confinement, series),
    )}`);
}
