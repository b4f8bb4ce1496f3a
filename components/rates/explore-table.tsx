import { words } from "@/components/charts/explore-tooltip";
import type { ExploreChart, ExploreStep } from "@/components/charts/prepare-explore";
import { formatCount } from "@/components/charts/prepare-format";
import { SeriesName } from "@/components/charts/series-name";
import { IntentLink } from "@/components/ui/intent-link";
import { Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";

type ExploreTableProps = {
  chart: ExploreChart;
  /** The events of a series at a step; null: of all */
  hrefOf: (seriesId: string | null, step: ExploreStep) => string;
};

/** The chart in rows, newest first; each number leads to its events. */
export function ExploreTable({ chart, hrefOf }: ExploreTableProps) {
  const hasBefore = chart.steps.some(({ before }) => before !== null);
  return (
    <Table caption={chart.title} contained>
      <TableHead>
        <Th>Step</Th>
        {chart.series.map((series, place) => (
          <Th key={series.id} numeric className="max-w-40">
            <SeriesName series={series} place={place} />
          </Th>
        ))}
        <Th numeric>all failures</Th>
        {hasBefore && <Th numeric>the period before</Th>}
      </TableHead>
      <TableBody>
        {chart.steps.toReversed().map((step) => (
          <Tr key={step.start}>
            <Td className="whitespace-nowrap">{step.label}</Td>
            {step.parts.map((part) => (
              <Td key={part.id} numeric className="whitespace-nowrap">
                <Linked text={words(part, chart)} quiet={part.failures === 0} href={hrefOf(part.id, step)} />
              </Td>
            ))}
            <Td numeric>
              <Linked
                text={formatCount(step.failures)}
                quiet={step.failures === 0}
                href={hrefOf(null, step)}
              />
            </Td>
            {hasBefore && <Td numeric>{step.before === null ? "–" : formatCount(step.before)}</Td>}
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}

function Linked({ text, quiet, href }: { text: string; quiet: boolean; href: string }) {
  if (quiet) return <span className="text-faint">{text}</span>;
  return (
    <IntentLink href={href} className="underline-offset-2 hover:underline">
      {text}
    </IntentLink>
  );
}
