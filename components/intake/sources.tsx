"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useQueryStates } from "nuqs";
import type { ReactNode } from "react";
import { ErrorState } from "@/components/ui/error-state";
import { Outdated } from "@/components/ui/outdated";
import { Section } from "@/components/ui/section";
import { Segmented } from "@/components/ui/segmented";
import { StaleNotice } from "@/components/ui/stale-notice";
import { useZone } from "@/components/ui/time";
import { describeError } from "@/lib/client/api-error";
import { useFilters } from "@/lib/client/filters";
import { INTAKE_PARAMS, intakeQuery } from "@/lib/client/intake";
import { describeRange } from "@/lib/client/time-range";
import { IntakeSection } from "./intake-section";
import { IntakeSkeleton } from "./intake-skeleton";
import { IntakeStats } from "./intake-stats";
import { SourcePanel } from "./source-panel";
import { SourcesTable } from "./sources-table";

const DOORS = [
  { value: "all", label: "All" },
  { value: "events", label: "Events" },
  { value: "frames", label: "Frames" },
  { value: "calls", label: "Calls" },
  { value: "recoveries", label: "Recoveries" },
  { value: "releases", label: "Releases" },
  { value: "evidence", label: "Evidence" },
] as const;

/** What comes in, by source. Stays fresh by itself while it is in sight. `empty`: how to send the first event. */
export function Sources({ empty }: { empty: ReactNode }) {
  const zone = useZone();
  const [filters, setFilters] = useFilters();
  const [{ door, open }, setView] = useQueryStates(INTAKE_PARAMS, { history: "push" });
  const hrefOf = useOpenHref();
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(
    intakeQuery({ filters, zone, door }),
  );
  if (!data && error) {
    return <ErrorState {...describeError(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (!data) return <IntakeSkeleton />;
  if (data.sources.every(({ last_received_at }) => last_received_at === null)) return empty;
  const opened = data.sources.find(({ source }) => source === open);
  return (
    <Outdated when={isPlaceholderData} label={describeRange(filters)}>
      {error && <StaleNotice what="These numbers are" message={describeError(error).message} />}
      <div className="max-w-full overflow-x-auto pb-4">
        <Segmented
          label="Door"
          value={door ?? "all"}
          onChange={(next) => void setView({ door: next === "all" ? null : next })}
          options={DOORS}
        />
      </div>
      <IntakeStats intake={data} filters={filters} door={door} />
      <IntakeSection intake={data} onRange={(from, to) => void setFilters({ from, to })} />
      <Section
        title="Sources"
        description="Shares of duplicates, conflicts and rejections are of all items; those of marks are of accepted events."
      >
        <SourcesTable sources={data.sources} filters={filters} door={door} open={open} hrefOf={hrefOf} />
      </Section>
      {opened && <SourcePanel of={opened} filters={filters} onClose={() => void setView({ open: null })} />}
    </Outdated>
  );
}

/** The same page with a source opened: a link, so that it can be opened in a tab of its own, or handed on. */
function useOpenHref(): (source: string) => string {
  const search = useSearchParams();
  return (source) => {
    const next = new URLSearchParams(search);
    next.set("open", source);
    return `/intake?${next}`;
  };
}
