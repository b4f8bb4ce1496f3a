import { TooltipCard, TooltipRow } from "./chart-parts";
import type { ExploreChart, ExplorePart, ExploreStep } from "./prepare-explore";
import { formatCount, formatShare } from "./prepare-format";
import { SeriesName } from "./series-name";

const ROWS_MAX = 13;

/** What hovers over a step: each series with what it is made of. */
export function ExploreTooltip({ chart, step }: { chart: ExploreChart; step: ExploreStep | undefined }) {
  if (!step) return null;
  const rows = chart.series.map((series, place) => ({ series, place, part: step.parts[place] }));
  const shown = rows.filter(({ part }) => part !== undefined && (part.failures > 0 || part.value !== null));
  return (
    <TooltipCard title={step.label}>
      {shown.slice(0, ROWS_MAX).map(({ series, place, part }) => (
        <TooltipRow
          key={series.id}
          name={<SeriesName series={series} place={place} />}
          value={part && words(part, chart)}
        />
      ))}
      <div className="mt-1 border-t pt-1">
        <TooltipRow name="failures" value={formatCount(step.failures)} />
        {step.before !== null && <TooltipRow name="the period before" value={formatCount(step.before)} />}
      </div>
    </TooltipCard>
  );
}

/** `4.2% · 12 of 285`; what is undefined says so. */
export function words(part: ExplorePart, { show, isShare }: Pick<ExploreChart, "show" | "isShare">): string {
  if (!isShare) return formatCount(part.failures);
  const share = formatShare(part.value);
  if (share === null) return show === "rate" ? "unknown" : "undefined";
  if (show === "share") return `${share} · ${formatCount(part.failures)}`;
  if (show === "rate")
    return `${share} · ${formatCount(part.failures)} of ${formatCount(part.calls ?? 0)} calls`;
  return `${share} · ${formatCount(part.unmapped ?? 0)} of ${formatCount(part.failures)}`;
}
