import type { EventClass } from "./event-class";

/** Failures of a tool with a code that its team owns, by class. An unmapped failure's class is a guess and diagnoses nothing. */
export type NamedFailures = readonly { class: EventClass; named: number }[];

export type Diagnosis = { class: EventClass; named: number; share: number; says: string; ask: string };

/** Below so many, or so small a part, failures of a class are chance and no cluster. */
export const CLUSTER_FAILURES = 20;
export const CLUSTER_SHARE = 0.3;

/** What a cluster of a class says of the tool (DESIGN "Clusters are a diagnosis"). */
const SAYS: Partial<Record<EventClass, { says: string; ask: string }>> = {
  validation: {
    says: "The tool's schema or description leads the model into calls that cannot work.",
    ask: "Say in the schema what is permitted: values, formats, limits. What a body has to correct again and again belongs there.",
  },
  not_found: {
    says: "The model acts on stale plans, or cannot discover what exists.",
    ask: "Let it look up what is there just before, or shorten the time between finding and acting.",
  },
  authorization: {
    says: "A capability is misplaced: the agent is offered what it may not do.",
    ask: "Take the tool from this agent, or give it the right. No body can correct that.",
  },
};

/** What the clusters of a tool's failures say, the largest first. */
export function diagnose(failures: NamedFailures): Diagnosis[] {
  const all = failures.reduce((sum, { named }) => sum + named, 0);
  return failures
    .flatMap(({ class: errorClass, named }) => {
      const words = SAYS[errorClass];
      const share = all === 0 ? 0 : named / all;
      if (!words || named < CLUSTER_FAILURES || share < CLUSTER_SHARE) return [];
      return [{ class: errorClass, named, share, ...words }];
    })
    .sort((a, b) => b.named - a.named);
}
