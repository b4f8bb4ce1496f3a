import type { ReactNode } from "react";
import { ChartFrame, ticksThatFit } from "./chart-frame";
import { prepareUnmappedShare, type ReleaseMarker, type ShareInput } from "./prepare-unmapped-share";
import { UnmappedShareChart } from "./unmapped-share-chart";
import { UnmappedShareTable } from "./unmapped-share-table";

/** For what does not depend on the width; a chart has those that fit. */
const TABLE_TICKS = 8;

type UnmappedShareFigureProps = Omit<ShareInput, "maxTicks"> & {
  /** Said after the numbers */
  hint?: string;
  onRange: (from: string, to: string) => void;
  /** Drawn below, of the releases that are marked */
  below?: (markers: readonly ReleaseMarker[]) => ReactNode;
};

/** The unmapped share over time against releases and the target, with its table one press away. */
export function UnmappedShareFigure({ hint, onRange, below, ...input }: UnmappedShareFigureProps) {
  const { summary, zone, steps, markers } = prepareUnmappedShare({ ...input, maxTicks: TABLE_TICKS });
  return (
    <>
      <ChartFrame
        summary={`Unmapped share over time. ${summary}`}
        zone={zone}
        legend={<span className="text-muted">{hint === undefined ? summary : `${summary} ${hint}`}</span>}
        table={<UnmappedShareTable steps={steps} />}
      >
        {(width) => (
          <UnmappedShareChart
            chart={prepareUnmappedShare({ ...input, maxTicks: ticksThatFit(width) })}
            width={width}
            onRange={onRange}
          />
        )}
      </ChartFrame>
      {below?.(markers)}
    </>
  );
}
