import { ClassMark } from "@/components/marks/class-mark";
import { CodeMark } from "@/components/marks/code-mark";
import { EffectMark } from "@/components/marks/effect-mark";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { IntentLink } from "@/components/ui/intent-link";
import { Time } from "@/components/ui/time";
import { referenceHref } from "@/lib/client/reference-href";
import type { ReportAnswer } from "@/lib/contract/report";
import { FoldedList } from "./folded-list";
import { gapBetween } from "./run-gaps";

type Turn = ReportAnswer["run"][number];
/** As many as the report holds. */
const RUN_MOST = 50;
/** Each takes four lines, and attempts of one failure stand in their own list as well. */
const RUN_SHOWN = 10;

type RunTimelineProps = { run: readonly Turn[]; runId: string | null };

/** The other failures of the run turn by turn; those that tried the same effect say so. */
export function RunTimeline({ run, runId }: RunTimelineProps) {
  if (runId === null)
    return <p className="text-muted">No run was reported, so what came before is not known.</p>;
  return (
    <>
      <p className="break-all pb-1 text-muted text-xs">
        <code>{runId}</code>
      </p>
      {run.length <= 1 && <p className="text-muted">Nothing else failed in it.</p>}
      {run.length > 1 && (
        <FoldedList
          items={run}
          keyOf={({ event_id, reference }) => `${event_id} ${reference}`}
          about={run.findLastIndex(({ is_this }) => is_this)}
          most={RUN_SHOWN}
          noun="failures"
          className="border-l"
        >
          {(turn, index) => <TurnItem turn={turn} gap={gapBefore(run[index - 1], turn)} />}
        </FoldedList>
      )}
      <p className="pt-2 text-faint text-xs">
        {run.length >= RUN_MOST && `The ${RUN_MOST} failures nearest to this one. `}
        Calls that worked are not reported, so what happened between is not known.
      </p>
    </>
  );
}

const gapBefore = (before: Turn | undefined, turn: Turn) => (before ? gapBetween(before, turn) : null);

function TurnItem({ turn, gap }: { turn: Turn; gap: string | null }) {
  const tool = <span className="break-all font-medium">{turn.tool}</span>;
  return (
    <li aria-current={turn.is_this || undefined} className="relative pb-3 pl-4 last:pb-0">
      {gap && <p className="truncate pb-1 text-faint text-xs">{gap}</p>}
      <span
        aria-hidden
        className={cn(
          "absolute -left-1 size-2 rounded-full border border-control bg-ground",
          gap ? "top-6.5" : "top-1.5",
          turn.is_this && "border-accent bg-accent",
        )}
      />
      <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        {turn.turn !== null && <span className="text-muted">turn {turn.turn}</span>}
        {turn.is_this ? (
          tool
        ) : (
          <IntentLink
            href={referenceHref(turn.reference, turn.event_id)}
            className="text-accent hover:underline"
          >
            {tool}
          </IntentLink>
        )}
        {turn.is_this && <Badge tone="accent">this one</Badge>}
        {turn.same_intent && !turn.is_this && <Badge tone="outline">same intent</Badge>}
      </div>
      <div className="flex flex-wrap items-center gap-x-3">
        <ClassMark of={turn.class} wordless />
        <CodeMark code={turn.code} />
        <EffectMark of={turn.effect} />
      </div>
      <div className="text-muted text-xs">
        <Time iso={turn.occurred_at} display="relative" />
        {turn.attempt !== null && ` · attempt ${turn.attempt}`}
      </div>
    </li>
  );
}
