"use client";

import { CircleCheck } from "lucide-react";
import { formatCount, formatShare } from "@/components/charts/prepare-format";
import { CountedHours } from "@/components/ui/counted-hours";
import { EmptyState } from "@/components/ui/empty-state";
import { Section } from "@/components/ui/section";
import { useNow } from "@/components/ui/time";
import type { WorklistAnswer, WorklistGroup } from "@/lib/contract/unmapped";
import { isGone, loudFirst } from "./group-words";
import { WorklistTable } from "./worklist-table";

type WorklistSectionProps = { worklist: WorklistAnswer; hrefOf: (group_id: string) => string };

/** What to map next, what is no code at all, and what was mapped. */
export function WorklistSection({ worklist, hrefOf }: WorklistSectionProps) {
  const { items, mapped } = worklist;
  const now = useNow();
  const named = items.filter(({ kind }) => kind !== "malformed");
  const toMap = loudFirst(named.filter((group) => !isGone(group, now)));
  const gone = named.filter((group) => isGone(group, now));
  const malformed = items.filter(({ kind }) => kind === "malformed");
  return (
    <>
      <Section title="What to map next" description={<Covered worklist={worklist} />}>
        {toMap.length === 0 ? (
          <Nothing worklist={worklist} gone={gone.length > 0} />
        ) : (
          <WorklistTable caption="What to map next" groups={toMap} hrefOf={hrefOf} />
        )}
      </Section>
      <Apart
        title="Malformed codes"
        description="What came in the place of a code and is none: a number, a sentence. Counted as unmapped."
        groups={malformed}
        hrefOf={hrefOf}
      />
      <Apart
        title="No longer seen"
        description="Not for seven days. Mark what was mapped, so that it says so if it comes back."
        groups={gone}
        hrefOf={hrefOf}
      />
      <Apart
        title="Marked as mapped"
        description="These hold: none came unmapped again since its release. Failures here are of older releases."
        groups={mapped}
        hrefOf={hrefOf}
      />
    </>
  );
}

function Covered({ worklist: { totals, groups, items, from, to } }: { worklist: WorklistAnswer }) {
  const late = totals.unmapped - totals.grouped;
  return (
    <>
      By how much of the unmapped share one mapping takes away: {formatCount(groups)} groups of{" "}
      {formatCount(totals.unmapped)} unmapped failures
      {totals.unmapped_share !== null &&
        `, ${formatShare(totals.unmapped_share)} of ${formatCount(totals.failures)}`}
      . <CountedHours from={from} to={to} />
      {late > 0 && ` ${formatCount(late)} are not looked through yet.`}
      {groups > 300 && ` The ${formatCount(items.length)} largest are shown.`}
    </>
  );
}

function Nothing({ worklist: { totals }, gone }: { worklist: WorklistAnswer; gone: boolean }) {
  if (totals.failures === 0)
    return (
      <EmptyState
        title="Nothing failed in this range"
        text="So the unmapped share is undefined: neither 0% nor 100%. Choose a longer range to see what is left to map."
      />
    );
  return (
    <EmptyState
      icon={<CircleCheck aria-hidden />}
      title={
        gone ? "Nothing unmapped turned up in the last seven days" : "Every failure in this range has a name"
      }
      text="Nothing is left to map here. What was mapped is below, and says so if it comes back."
    />
  );
}

type ApartProps = {
  title: string;
  description: string;
  groups: readonly WorklistGroup[];
  hrefOf: WorklistSectionProps["hrefOf"];
};

function Apart({ title, description, groups, hrefOf }: ApartProps) {
  if (groups.length === 0) return null;
  return (
    <Section title={title} description={description}>
      <WorklistTable caption={title} groups={groups} hrefOf={hrefOf} />
    </Section>
  );
}
