"use client";

import { AttemptSwatch, AttemptsChart } from "@/components/charts/attempts-chart";
import { ChartFrame, ticksThatFit } from "@/components/charts/chart-frame";
import {
  type AttemptCurve,
  type AttemptsChart as Prepared,
  prepareAttempts,
} from "@/components/charts/prepare-attempts";
import { formatCount, formatShare } from "@/components/charts/prepare-format";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import type { Filters } from "@/lib/client/filter-params";
import { recoveryCsvHref } from "@/lib/client/recovery";
import type { RecoveryAnswer } from "@/lib/contract/recovery";
import { CsvLink } from "./csv-link";
import type { Pair } from "./pair";

const TABLE_TICKS = 8;

type AttemptsSectionProps = {
  of: RecoveryAnswer["total"];
  /** Null: of all pairs together */
  pair: Pair | null;
  recovery: RecoveryAnswer;
  filters: Filters;
  onAll: () => void;
};

/** The whole distribution, so that its tail is in sight. */
export function AttemptsSection({ of, pair, recovery, filters, onAll }: AttemptsSectionProps) {
  const curves = curvesOf(of);
  const chart = prepareAttempts(curves, TABLE_TICKS);
  return (
    <Section
      title={
        pair ? (
          <span className="break-all">
            Attempts until recovery from <code>{pair.code}</code> on <code>{pair.tool}</code>
          </span>
        ) : (
          "Attempts until recovery"
        )
      }
      description={describeCurve(recovery.known_from)}
      actions={
        <>
          {pair && (
            <Button size="sm" onClick={onAll}>
              All codes and tools
            </Button>
          )}
          <CsvLink href={recoveryCsvHref(recovery, filters, "attempts")} label="Curves as CSV" />
        </>
      }
    >
      <ChartFrame
        summary={`Share of episodes by attempts. ${chart.summary}`}
        legend={<Legend chart={chart} />}
        table={<AttemptsTable chart={chart} />}
      >
        {(width) => <AttemptsChart chart={prepareAttempts(curves, ticksThatFit(width))} width={width} />}
      </ChartFrame>
    </Section>
  );
}

const describeCurve = (known_from: RecoveryAnswer["known_from"]) =>
  known_from === "reported"
    ? "The share of recovered episodes that took at most so many attempts. Those given up are in no curve."
    : "The share of episodes that took at most so many attempts, the one after the last failure included.";

function curvesOf({ all, compared }: RecoveryAnswer["total"]): AttemptCurve[] {
  if (compared === null) return [{ name: "All", look: "all", attempts: all.attempts }];
  return [
    { name: "Before", look: "before", attempts: compared.before.attempts },
    { name: "After", look: "after", attempts: compared.after.attempts },
  ];
}

function Legend({ chart }: { chart: Prepared }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted">
      {chart.curves.length > 1 &&
        chart.curves.map(({ name, look }) => (
          <span key={look} className="inline-flex items-center gap-1.5">
            <AttemptSwatch look={look} />
            {name}
          </span>
        ))}
      <span>{chart.summary}</span>
    </div>
  );
}

function AttemptsTable({ chart }: { chart: Prepared }) {
  return (
    <Table caption="Episodes by attempts" contained focusable>
      <TableHead>
        <Th numeric>attempts</Th>
        {chart.curves.flatMap(({ name, look }) => [
          <Th key={`${look} episodes`} numeric>
            {name}: episodes
          </Th>,
          <Th key={`${look} share`} numeric>
            at most so many
          </Th>,
        ])}
      </TableHead>
      <TableBody>
        {chart.rows.map(({ attempts, cells }) => (
          <Tr key={attempts}>
            <Td numeric>{formatCount(attempts)}</Td>
            {cells.flatMap(({ look, episodes, share }) => [
              <Td key={`${look} episodes`} numeric>
                {formatCount(episodes)}
              </Td>,
              <Td key={`${look} share`} numeric>
                {formatShare(share)}
              </Td>,
            ])}
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}
