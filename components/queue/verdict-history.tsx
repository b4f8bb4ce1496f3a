"use client";

import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import type { CaseDetail } from "@/lib/contract/cases";
import type { GivenVerdict } from "@/lib/contract/verdicts";
import { overruledBy } from "./commits-against";
import { DeliverySteps } from "./delivery-steps";
import { describeSuperseded, describeVoided } from "./describe-verdict";
import { OverruledList } from "./overruled-list";
import { useFormat } from "./queue-clock";
import { describeRuling, VERDICT_WORDS } from "./verdict-words";

/** Every answer that was ever given, newest first. What a runtime was told stays in sight when a case reopens. */
export function VerdictHistory({ of }: { of: CaseDetail }) {
  const { verdicts } = of;
  if (verdicts.length === 0) return null;
  return (
    <Section title={`Verdicts (${verdicts.length})`}>
      <ol className="flex flex-col">
        {verdicts.toReversed().map((verdict) => (
          <VerdictEntry key={verdict.verdict_id} of={of} verdict={verdict} />
        ))}
      </ol>
    </Section>
  );
}

function VerdictEntry({ of, verdict }: { of: CaseDetail; verdict: GivenVerdict }) {
  const format = useFormat();
  const { superseded_at, state, delivery } = verdict;
  const stands = state === "settled" && superseded_at === null;
  return (
    <li className="flex flex-col gap-2 border-t py-3 text-sm first:border-t-0 first:pt-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className={cn("font-semibold text-base", !stands && "text-muted")}>
          {VERDICT_WORDS[verdict.verdict].title}
        </span>
        <StateBadge verdict={verdict} />
        <span className="text-muted">
          by {verdict.by}
          {verdict.approved_by && `, agreed by ${verdict.approved_by}`}
        </span>
        <Time past iso={verdict.settled_at ?? verdict.given_at} />
      </div>
      <p>
        <span className="text-muted">{toldWords(verdict)}</span> {describeRuling(verdict, format)}.
      </p>
      <OverruledList commits={overruledBy(of, verdict)} />
      {superseded_at !== null && <p className="text-muted">{describeSuperseded(verdict, format)}</p>}
      {state === "voided" && <p className="text-muted">{describeVoided(verdict, format)}</p>}
      {state === "settled" && (stands || delivery.delivered_at !== null) && (
        <DeliverySteps delivery={delivery} />
      )}
    </li>
  );
}

function StateBadge({ verdict: { state, superseded_at } }: { verdict: GivenVerdict }) {
  if (state === "proposed") return <Badge tone="warn">waits for a second person</Badge>;
  if (state === "voided") return <Badge tone="outline">never sent</Badge>;
  if (superseded_at !== null) return <Badge tone="outline">superseded</Badge>;
  return <Badge tone="ok">stands</Badge>;
}

/** Whether a runtime knows it already decides how it is said. */
function toldWords({ state, delivery, superseded_at }: GivenVerdict): string {
  if (state === "proposed") return "If another person agrees, the runtime will be told:";
  if (state === "voided") return "The runtime would have been told:";
  if (delivery.acknowledged_at !== null) return "The runtime was told, and acknowledged:";
  if (delivery.delivered_at !== null) return "The runtime was told:";
  if (superseded_at !== null) return "No runtime was told, or will be:";
  return "The runtime will be told when it asks:";
}
