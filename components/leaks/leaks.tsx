"use client";

import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useQueryStates } from "nuqs";
import { formatCount } from "@/components/charts/prepare-format";
import { LEAK_WORDS } from "@/components/marks/leak-words";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Outdated } from "@/components/ui/outdated";
import { StaleNotice } from "@/components/ui/stale-notice";
import { LEAK_KINDS } from "@/domain/leak-kinds";
import { describeError } from "@/lib/client/api-error";
import { useFilters } from "@/lib/client/filters";
import { LEAKS_PARAMS, leaksQuery } from "@/lib/client/leaks";
import { describeRange } from "@/lib/client/time-range";
import { LeakingTool } from "./leaking-tool";

/** What leaked into bodies that callers got, tool by tool, most first. Stays fresh by itself while it is in sight. */
export function Leaks() {
  const [filters] = useFilters();
  const [{ kind }, setView] = useQueryStates(LEAKS_PARAMS, { history: "push" });
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(leaksQuery({ filters, kind }));
  if (!data && error)
    return <ErrorState {...describeError(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <p className="py-8 text-muted">Loading what leaked in {describeRange(filters)}…</p>;
  const range = { from: `${data.from}T00:00:00Z`, to: dayAfter(data.to) };
  return (
    <Outdated when={isPlaceholderData} label={describeRange(filters)}>
      {error && <StaleNotice what="These leaks are" message={describeError(error).message} />}
      <p className="max-w-prose pb-3 text-muted text-sm">
        What was meant for the log and went to the caller. Examples are masked here, and whoever may not see
        frames gets all these texts masked. Days of UTC, by when it happened: {data.from} to {data.to}.
      </p>
      <fieldset className="flex flex-wrap gap-2 pb-4">
        <legend className="sr-only">Kinds</legend>
        {LEAK_KINDS.map((one) => (
          <Button
            key={one}
            size="sm"
            className="aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
            aria-pressed={kind.includes(one)}
            onClick={() =>
              void setView({
                kind: kind.includes(one) ? kind.filter((each) => each !== one) : [...kind, one],
              })
            }
          >
            {LEAK_WORDS[one].label}
          </Button>
        ))}
      </fieldset>
      {data.items.length === 0 ? (
        <EmptyState
          icon={<ShieldCheck aria-hidden />}
          title="No leak was found in these days"
          text="Each text that a model or a person got is looked through as it comes in: for stack traces, file paths, SQL, secrets in addresses and e-mail addresses."
        />
      ) : (
        <>
          {data.tools > data.items.length && (
            <p className="pb-3 text-sm">
              The {formatCount(data.items.length)} tools that leak most, of {formatCount(data.tools)}. Filter
              by service or environment, or choose a kind, to see the rest.
            </p>
          )}
          {data.items.map((of) => (
            <LeakingTool key={of.tool} of={of} range={range} />
          ))}
        </>
      )}
    </Outdated>
  );
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString();
}
