"use client";

import { ChartColumn, Table2 } from "lucide-react";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";

type ChartFrameProps = {
  /** Names the figure for readers: what is drawn, with its numbers */
  summary: string;
  legend?: ReactNode;
  /** Written under the axis where it is one of time */
  zone?: string;
  /** The one chart of a page, with room of its own */
  tall?: boolean;
  /** The same numbers as a table */
  table: ReactNode;
  /** Draws into this width, in pixels */
  children: (width: number) => ReactNode;
};

/** Time ticks that a width can hold without touching: one per 76 px. */
export function ticksThatFit(widthPx: number): number {
  return Math.max(2, Math.floor(widthPx / 76));
}

/** A figure with its legend, its zone, and its table twin one press away. */
export function ChartFrame({ summary, legend, zone, tall = false, table, children }: ChartFrameProps) {
  const [view, setView] = useState<"chart" | "table">("chart");
  return (
    <figure className="min-w-0" aria-label={summary}>
      <div className={cn("flex items-start justify-between gap-x-4 pb-2", !tall && "xl:min-h-16")}>
        <div className="min-w-0 pt-1 text-xs">{legend}</div>
        <Segmented
          label="Show as"
          value={view}
          onChange={setView}
          options={[
            { value: "chart", label: <ChartColumn aria-hidden />, name: "Chart" },
            { value: "table", label: <Table2 aria-hidden />, name: "Table" },
          ]}
        />
      </div>
      {view === "table" ? table : <Measured tall={tall}>{children}</Measured>}
      {zone && <figcaption className="pt-1 text-right text-faint text-xs">Time in {zone}</figcaption>}
    </figure>
  );
}

/** Charts draw into pixels, so the width is measured first; until then their place is held. */
function Measured({ tall, children }: { tall: boolean; children: (width: number) => ReactNode }) {
  const root = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={root} className={cn("overflow-hidden", tall ? "h-80" : "h-56")}>
      {width > 0 ? children(width) : <Skeleton className="h-full" />}
    </div>
  );
}
