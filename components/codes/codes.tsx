"use client";

import { useQuery } from "@tanstack/react-query";
import { Tag } from "lucide-react";
import { useQueryStates } from "nuqs";
import { formatCount } from "@/components/charts/prepare-format";
import { Button } from "@/components/ui/button";
import { CountedHours } from "@/components/ui/counted-hours";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Outdated } from "@/components/ui/outdated";
import { usePageKeys } from "@/components/ui/page-keys";
import { StaleNotice } from "@/components/ui/stale-notice";
import { describeError } from "@/lib/client/api-error";
import {
  CODE_VIEW_LABELS,
  CODE_VIEWS,
  CODES_PARAMS,
  type CodeView,
  codeHref,
  codesQuery,
  silentCodesQuery,
} from "@/lib/client/codes";
import { useFilterSearch, useFilters } from "@/lib/client/filters";
import { describeRange } from "@/lib/client/time-range";
import type { CodesAnswer } from "@/lib/contract/codes";
import { codesOfView, NONE_WORDS, silencesByCode } from "./code-words";
import { CodesSkeleton } from "./codes-skeleton";
import { CodesTable } from "./codes-table";

/** The registry of codes, which fills itself, and what asks for a look in it. */
export function Codes() {
  const [filters] = useFilters();
  const search = useFilterSearch();
  const [{ show }, setView] = useQueryStates(CODES_PARAMS, { history: "push" });
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(codesQuery(filters));
  const silent = useQuery(silentCodesQuery(filters));
  const silences = silencesByCode(silent.data?.items ?? []);
  usePageKeys(
    CODE_VIEWS.map((view, at) => ({
      keys: String(at + 1),
      label: `Show ${CODE_VIEW_LABELS[view].toLowerCase()}`,
      run: () => void setView({ show: view }),
    })),
  );
  if (!data && error)
    return <ErrorState {...describeError(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <CodesSkeleton />;
  const shown = codesOfView(data.items, show, silences);
  // What is not known yet is not none.
  const counts = (view: CodeView) =>
    view === "silent" && !silent.data ? "" : formatCount(codesOfView(data.items, view, silences).length);
  return (
    <Outdated when={isPlaceholderData} label={describeRange(filters)}>
      {error && <StaleNotice what="This registry is" message={describeError(error).message} />}
      {silent.isError && (
        <StaleNotice what="What has gone silent is" message={describeError(silent.error).message} />
      )}
      <fieldset className="flex flex-wrap gap-2 pb-4">
        <legend className="sr-only">Which codes</legend>
        {CODE_VIEWS.map((view) => (
          <Button
            key={view}
            size="sm"
            className="aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
            aria-pressed={show === view}
            onClick={() => void setView({ show: view })}
          >
            {CODE_VIEW_LABELS[view]}
            <span className="font-normal text-xs">{counts(view)}</span>
          </Button>
        ))}
      </fieldset>
      {shown.length === 0 ? (
        <EmptyState
          icon={<Tag aria-hidden />}
          title={NONE_WORDS[show]}
          text="A code enters by itself with its first failure. Choose a longer range to see more."
        />
      ) : (
        <CodesTable codes={shown} silences={silences} hrefOf={(code) => `${codeHref(code)}${search}`} />
      )}
      <p className="pt-3 text-muted text-xs">
        <CountedHours from={data.from} to={data.to} />
      </p>
      <Cut codes={data} />
    </Outdated>
  );
}

function Cut({ codes: { codes, items } }: { codes: CodesAnswer }) {
  if (codes <= items.length) return null;
  return (
    <p className="pt-2 text-muted text-sm">
      The {formatCount(items.length)} codes with most failures, of {formatCount(codes)}. Filter by service or
      environment to see the rest.
    </p>
  );
}
