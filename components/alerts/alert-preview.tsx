"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { AlertTimelineChart } from "@/components/charts/alert-timeline-chart";
import { ChartFrame, ticksThatFit } from "@/components/charts/chart-frame";
import { type AlertTimeline, prepareAlertTimeline } from "@/components/charts/prepare-alert-timeline";
import { formatShare } from "@/components/charts/prepare-format";
import { ErrorState } from "@/components/ui/error-state";
import { Outdated } from "@/components/ui/outdated";
import { Skeleton } from "@/components/ui/skeleton";
import { Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import { useZone } from "@/components/ui/time";
import { alertPreviewQuery } from "@/lib/client/alerts";
import { describeError } from "@/lib/client/api-error";
import type { AlertPreview as Preview } from "@/lib/contract/alerts";
import type { AlertDefinition } from "./alert-draft";
import { limitWords, valueWords } from "./alert-words";
import { PreviewFirings } from "./preview-firings";

const TABLE_TICKS = 8;
const OUTSIDE = "alert_outside_your_part";

type AlertPreviewProps = {
  definition: AlertDefinition;
  /** Whether it stands so already, or is only thought of */
  saved?: boolean;
};

/** What an alert would have done in the last 30 days: how often, when, and how far its value was from the limit. */
export function AlertPreview({ definition, saved = false }: AlertPreviewProps) {
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(alertPreviewQuery(definition));
  const refusal = error && !data ? describeError(error) : null;
  // The form has not said yet where it looks: nothing is wrong, and asking again changes nothing.
  if (refusal?.code === OUTSIDE)
    return (
      <p className="max-w-prose text-muted">
        {refusal.message} {refusal.hint} What it would have done in the last 30 days stands here then.
      </p>
    );
  if (refusal) return <ErrorState {...refusal} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data)
    return (
      <div role="status" aria-label="Looking through the last 30 days" className="flex flex-col gap-3">
        <Skeleton className="h-5 w-64" />
        <Skeleton className="h-56 w-full" />
      </div>
    );
  return (
    <Outdated when={isPlaceholderData} label="what it would have done">
      <div className="flex flex-col gap-3">
        <Verdict preview={data} saved={saved} />
        <Timeline preview={data} definition={definition} />
        <PreviewFirings preview={data} condition={definition.condition} />
        <Caveats preview={data} />
      </div>
    </Outdated>
  );
}

function Verdict({ preview: { fired, known_share, state }, saved }: { preview: Preview; saved: boolean }) {
  const often = fired === 0 ? "not have fired" : `have fired ${fired === 1 ? "once" : `${fired} times`}`;
  if (known_share === 0)
    return (
      <p role="status">
        <strong className="font-semibold">Nothing is known of the last 30 days</strong>
        <span className="text-muted text-sm">
          : no data is neither good nor bad, so it would stand at “no data”.
        </span>
      </p>
    );
  return (
    <p role="status">
      <strong className="font-semibold">
        {saved ? "As it is set now, it" : "It"} would {often} in the last 30 days
      </strong>
      <span className="text-muted text-sm">
        {state === "firing" && ", and would be firing now"}.
        {known_share < 1 && ` Something was known in ${formatShare(known_share)} of the time.`}
      </span>
    </p>
  );
}

type TimelineProps = { preview: Preview; definition: AlertDefinition };

function Timeline({ preview, definition: { condition } }: TimelineProps) {
  const zone = useZone();
  const share = condition.kind === "unmapped_share";
  const prepare = (maxTicks: number) => prepareAlertTimeline({ preview, share, zone, maxTicks });
  const chart = prepare(TABLE_TICKS);
  const words = (value: number) => valueWords(condition, value);
  return (
    <ChartFrame
      summary={`The value over the last 30 days, which fires ${limitWords(condition)}.`}
      zone={chart.zone}
      legend={<Legend />}
      table={<StepTable steps={chart.steps} words={words} />}
    >
      {(width) => (
        <AlertTimelineChart
          chart={prepare(ticksThatFit(width))}
          width={width}
          share={share}
          words={words}
          limitWords={`fires ${limitWords(condition)}`}
        />
      )}
    </ChartFrame>
  );
}

function Legend() {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
      <Key look="border-ink border-t-2">highest value in a step</Key>
      <Key look="h-2.5 bg-danger/15">would be firing</Key>
    </span>
  );
}

function Key({ look, children }: { look: string; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden className={`inline-block w-4 ${look}`} />
      {children}
    </span>
  );
}

type StepTableProps = { steps: AlertTimeline["steps"]; words: (value: number) => string };

function StepTable({ steps, words }: StepTableProps) {
  return (
    <Table caption="The value step by step" contained focusable>
      <TableHead>
        <Th>Step</Th>
        <Th numeric>at most</Th>
      </TableHead>
      <TableBody>
        {steps.toReversed().map(({ start, label, value }) => (
          <Tr key={start}>
            <Td className="whitespace-nowrap">{label}</Td>
            <Td numeric>
              {value === null ? <span className="text-faint">nothing known</span> : words(value)}
            </Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}

/** What the preview cannot know. */
function Caveats({ preview: { caveats } }: { preview: Preview }) {
  if (caveats.length === 0) return null;
  return (
    <ul className="flex max-w-prose flex-col gap-1 text-muted text-xs">
      {caveats.map((caveat) => (
        <li key={caveat}>{caveat}</li>
      ))}
    </ul>
  );
}
