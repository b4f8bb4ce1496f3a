"use client";

import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { ErrorState } from "@/components/ui/error-state";
import { Outdated } from "@/components/ui/outdated";
import { StaleNotice } from "@/components/ui/stale-notice";
import { describeError } from "@/lib/client/api-error";
import type { Filters } from "@/lib/client/filter-params";
import { useFilters } from "@/lib/client/filters";
import { RECOVERY_PARAMS, recoveryQuery } from "@/lib/client/recovery";
import { describeRange } from "@/lib/client/time-range";
import type { RecoveryAnswer } from "@/lib/contract/recovery";
import { AttemptsSection } from "./attempts-section";
import { NoEpisodes } from "./no-episodes";
import type { Pair } from "./pair";
import { PairsTable } from "./pairs-table";
import { RecoveryControls } from "./recovery-controls";
import { RecoverySkeleton } from "./recovery-skeleton";
import { RecoveryStats } from "./recovery-stats";
import { describeReading } from "./recovery-words";

/** Attempts until recovery: of everything or of one pair of tool and code, before and after a release. */
export function Recovery() {
  const [filters] = useFilters();
  const [{ known_from, compare, tool, code }, setView] = useQueryStates(RECOVERY_PARAMS, { history: "push" });
  const asked = { filters, known_from, compare };
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(recoveryQuery(asked));
  if (!data && error)
    return <ErrorState {...describeError(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <RecoverySkeleton />;
  return (
    <>
      <RecoveryControls
        filters={filters}
        knownFrom={data.known_from}
        compare={compare}
        onKnownFrom={(next) => void setView({ known_from: next })}
        onCompare={(next) => void setView({ compare: next })}
      />
      <Outdated when={isPlaceholderData} label={describeRange(filters)}>
        {error && <StaleNotice what="These figures are" message={describeError(error).message} />}
        <Shown
          recovery={data}
          filters={filters}
          chosen={tool !== null && code !== null ? { tool, code } : null}
          onChoose={(pair) => void setView({ tool: pair?.tool ?? null, code: pair?.code ?? null })}
        />
      </Outdated>
    </>
  );
}

type ShownProps = {
  recovery: RecoveryAnswer;
  filters: Filters;
  chosen: Pair | null;
  onChoose: (pair: Pair | null) => void;
};

function Shown({ recovery, filters, chosen, onChoose }: ShownProps) {
  const { total, items, compared_with } = recovery;
  if (total.all.episodes === 0) return <NoEpisodes recovery={recovery} />;
  const item = items.find(({ tool, code }) => tool === chosen?.tool && code === chosen.code);
  const cut = describeReading(recovery);
  return (
    <>
      {cut && <p className="pb-3 text-warn text-sm">{cut}</p>}
      {compared_with && <ComparedWith with={compared_with} />}
      <RecoveryStats of={item ?? total} />
      <AttemptsSection
        of={item ?? total}
        pair={item ?? null}
        recovery={recovery}
        filters={filters}
        onAll={() => onChoose(null)}
      />
      <PairsTable recovery={recovery} filters={filters} chosen={item ?? null} />
    </>
  );
}

function ComparedWith({ with: { release, marks } }: { with: NonNullable<RecoveryAnswer["compared_with"]> }) {
  const services = [...new Set(marks.map(({ service }) => service ?? "no service"))];
  const url = marks.find((mark) => mark.url !== null)?.url;
  return (
    <p className="pb-3 text-muted text-sm">
      Before and after{" "}
      {url ? (
        <a href={url} className="text-accent underline underline-offset-2">
          release {release}
        </a>
      ) : (
        <>release {release}</>
      )}
      {services.length > 0
        ? `, by when each got it: ${services.join(", ")}. `
        : ", which nobody got in sight. "}
      What it did not go out to is left out. Intervals are 95%, by bootstrap over episodes.
    </p>
  );
}
