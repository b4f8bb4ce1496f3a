"use client";

import Link from "next/link";
import { Time, useNow, useZone } from "@/components/ui/time";
import { formatAbsolute } from "@/components/ui/time-format";
import { eventsHref } from "@/lib/client/events-href";
import { useMay } from "@/lib/client/session";
import type { ReportAnswer } from "@/lib/contract/report";
import { describeReach } from "./describe-reach";

type RateAroundProps = {
  rate: NonNullable<ReportAnswer["rate_around"]>;
  /** When this failure occurred; its bar is filled */
  at: string;
};

const BAR = { width: 8, gap: 2, height: 40 } as const;

/** The same code in the hour around: who was hit, and when. */
export function RateAround({ rate, at }: RateAroundProps) {
  const { headline, detail } = describeReach(rate);
  const mayList = useMay("events.read");
  return (
    <div>
      <p className="font-medium">{headline}</p>
      <p className="pb-2 text-muted">{detail} in the hour around it</p>
      <Bars points={rate.points} at={at} />
      <p className="flex items-center gap-1.5 text-muted text-xs">
        <span aria-hidden className="size-2 shrink-0 bg-accent" />
        <span className="min-w-0">
          when this one happened; each bar is five minutes of <code className="break-words">{rate.code}</code>
        </span>
      </p>
      {mayList && (
        <Link
          href={eventsHref({ code: rate.code, from: rate.from, to: rate.to })}
          className="text-accent text-xs hover:underline"
        >
          List these failures
        </Link>
      )}
      <details>
        <summary className="text-muted text-xs">As a table</summary>
        <PointTable points={rate.points} />
      </details>
    </div>
  );
}

type Points = RateAroundProps["rate"]["points"];

/** Index of the bar that a moment falls into; -1 outside. */
function barOf(points: Points, at: string): number {
  return points.findLastIndex(([start]) => Date.parse(start) <= Date.parse(at));
}

function Bars({ points, at }: { points: Points; at: string }) {
  const most = Math.max(1, ...points.map(([, failures]) => failures));
  const here = barOf(points, at);
  const [first] = points;
  const last = points.at(-1);
  return (
    <figure>
      <svg
        aria-hidden
        viewBox={`0 0 ${points.length * (BAR.width + BAR.gap) - BAR.gap} ${BAR.height}`}
        preserveAspectRatio="none"
        className="h-10 w-full"
      >
        {points.map(([start, failures], index) => {
          const height = failures === 0 ? 1 : Math.max(2, (failures / most) * BAR.height);
          return (
            <rect
              key={start}
              x={index * (BAR.width + BAR.gap)}
              y={BAR.height - height}
              width={BAR.width}
              height={height}
              className={index === here ? "fill-accent" : failures === 0 ? "fill-line" : "fill-control"}
            />
          );
        })}
      </svg>
      <figcaption className="flex justify-between py-0.5 text-faint text-xs">
        {first && <Time iso={first[0]} display="absolute" seconds={false} />}
        {last && <Time iso={last[0]} display="absolute" seconds={false} />}
      </figcaption>
    </figure>
  );
}

function PointTable({ points }: { points: Points }) {
  const zone = useZone();
  const now = useNow();
  return (
    <table className="w-full text-xs">
      <caption className="sr-only">Failures by five minutes</caption>
      <thead>
        <tr className="text-left text-muted">
          <th scope="col" className="font-medium">
            From
          </th>
          <th scope="col" className="text-right font-medium">
            Failures
          </th>
        </tr>
      </thead>
      <tbody>
        {points.map(([start, failures]) => (
          <tr key={start} className="border-t">
            <td>{formatAbsolute(start, zone, now, false)}</td>
            <td className="text-right">{failures}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
