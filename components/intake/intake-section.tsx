"use client";

import { ChartFrame, ticksThatFit } from "@/components/charts/chart-frame";
import { IntakeChart } from "@/components/charts/intake-chart";
import { FateMark } from "@/components/charts/intake-look";
import { formatCount } from "@/components/charts/prepare-format";
import { type IntakeChart as Prepared, prepareIntake } from "@/components/charts/prepare-intake";
import { Section } from "@/components/ui/section";
import { Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import type { IntakeAnswer } from "@/lib/contract/intake";

const TABLE_TICKS = 8;

type IntakeSectionProps = { intake: IntakeAnswer; onRange: (from: string, to: string) => void };

/** What came in over time by what became of it, as bars or as a table. */
export function IntakeSection({ intake, onRange }: IntakeSectionProps) {
  const chart = prepareIntake(intake, TABLE_TICKS);
  return (
    <Section title={chart.yTitle} description="By when they were received. Drag to zoom.">
      <ChartFrame
        summary={chart.summary}
        zone={chart.zone}
        legend={<Legend chart={chart} />}
        table={<IntakeTable chart={chart} />}
      >
        {(width) => (
          <IntakeChart chart={prepareIntake(intake, ticksThatFit(width))} width={width} onRange={onRange} />
        )}
      </ChartFrame>
    </Section>
  );
}

function Legend({ chart }: { chart: Prepared }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {chart.fates.map(({ fate, items }) => (
        <li key={fate} className="inline-flex min-h-6 items-center gap-1.5">
          <FateMark of={fate} />
          <span className="text-muted">{formatCount(items)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The stacked chart in rows, newest first. */
function IntakeTable({ chart }: { chart: Prepared }) {
  return (
    <Table caption={chart.yTitle} contained focusable>
      <TableHead>
        <Th>Step</Th>
        {chart.fates.map(({ fate }) => (
          <Th key={fate} numeric>
            {fate}
          </Th>
        ))}
        <Th numeric>all</Th>
      </TableHead>
      <TableBody>
        {chart.steps.toReversed().map((step) => (
          <Tr key={step.start}>
            <Td className="whitespace-nowrap">{step.label}</Td>
            {chart.fates.map(({ fate }) => (
              <Td key={fate} numeric className={step[fate] === 0 ? "text-faint" : ""}>
                {formatCount(step[fate])}
              </Td>
            ))}
            <Td numeric>{formatCount(step.received)}</Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}
