import type { Sql } from "postgres";
import type { Database } from "@/db/client";
import type { DutyContext } from "@/lib/duties/duty";
import { foldDays } from "@/lib/duties/fold-days";
import { rollDays } from "@/lib/duties/roll-days";
import { rollIntake } from "@/lib/duties/roll-intake";
import { sumDays, sumHourDays } from "@/lib/duties/sum-days";
import { told } from "./progress";

/** Rolls, folds and sums up what is over, by the duties that do it; those that do not wait for each other at once. */
export async function sumEverything(db: Database, sql: Sql): Promise<void> {
  const ctx = contextOfDuties(db);
  await Promise.all([daysOfFailures(ctx), daysOfAllElse(ctx)]);
  await sql`insert into failing_callers (tool, service, environment, tenant)
    select distinct tool, service, environment, tenant from series where level = 'tenant' on conflict do nothing`;
  await told("vacuumed", () => sql`vacuum analyze`);
}

async function daysOfFailures(ctx: DutyContext): Promise<void> {
  await told("days rolled", () => rollDays.run(ctx));
  await told("days folded", () => foldDays.run(ctx));
}

async function daysOfAllElse(ctx: DutyContext): Promise<void> {
  await told("hours of intake rolled", () => rollIntake.run(ctx));
  await told("days of calls and recoveries summed", () => sumDays.run(ctx));
  await told("days of hours summed", () => sumHourDays(ctx, undefined));
}

/** These duties look at the database and at the time. */
function contextOfDuties(db: Database): DutyContext {
  const context = { db, now: () => new Date() };
  return context as DutyContext;
}
