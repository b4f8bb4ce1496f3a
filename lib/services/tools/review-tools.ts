import { inSnapshot } from "@/db/queries/rates";
import { readClassesEver, readToolClasses } from "@/db/queries/tool-reviews";
import { listToolRows } from "@/db/queries/tools";
import { diagnose } from "@/domain/diagnose-clusters";
import { EVENT_CLASSES, type EventClass } from "@/domain/event-class";
import { gather } from "@/domain/gather";
import { type CodesInput, codesQuestion, rangeOf } from "../code-readings";
import type { ServiceContext } from "../context";

export type ReviewToolsInput = Pick<
  CodesInput,
  "from" | "to" | "service" | "environment" | "tenant" | "tool"
>;

type Counted = { class: EventClass; failures: number; unmapped: number };

/**
 * Each tool with the classes it fails with, now and ever, and what its clusters say (DESIGN "Clusters are a diagnosis").
 * Who is confined sees the tools that failed in their part. Throws `invalid_range`.
 */
export async function reviewTools(ctx: ServiceContext, input: ReviewToolsInput) {
  const question = codesQuestion(ctx, input);
  const tools = await listToolRows(ctx.db, ctx.caller.confinement);
  return inSnapshot(ctx.db, async (tx) => {
    const counted = gather(await readToolClasses(tx, question), ({ tool }) => tool);
    const ever = gather(await readClassesEver(tx, question), ({ tool }) => tool);
    const isAsked = (tool: string) => !input.tool?.length || input.tool.includes(tool);
    const items = tools
      .filter(({ tool }) => isAsked(tool))
      .map(({ tool, writes, owner }) => ({
        ...{ tool, writes, owner },
        ...reviewOf(counted.get(tool) ?? [], new Set(ever.get(tool)?.map((one) => one.class))),
      }))
      .sort((a, b) => b.failures - a.failures || (a.tool < b.tool ? -1 : 1));
    return { ...rangeOf(question), items };
  });
}

function reviewOf(counted: readonly Counted[], ever: ReadonlySet<EventClass>) {
  const failures = counted.reduce((sum, one) => sum + one.failures, 0);
  const unmapped = counted.reduce((sum, one) => sum + one.unmapped, 0);
  return {
    ...{ failures, unmapped, unmapped_share: failures === 0 ? null : unmapped / failures },
    classes: EVENT_CLASSES.map((name) => {
      const found = counted.find((one) => one.class === name);
      return {
        ...{ class: name, failures: found?.failures ?? 0, unmapped: found?.unmapped ?? 0 },
        ever: found !== undefined || ever.has(name),
      };
    }),
    diagnoses: diagnose(counted.map((one) => ({ class: one.class, named: one.failures - one.unmapped }))),
  };
}
