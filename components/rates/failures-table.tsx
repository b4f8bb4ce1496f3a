import Link from "next/link";
import type { FailuresChart } from "@/components/charts/prepare-failures";
import { formatCount } from "@/components/charts/prepare-format";
import { ClassMark } from "@/components/marks/class-mark";
import { Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import { eventsHref } from "@/lib/client/events-href";

type FailuresTableProps = {
  chart: FailuresChart;
  /** What else the page filters by */
  filter: { service: string[]; environment: string[] };
};

/** The stacked chart in rows, newest first; each number leads to its events. */
export function FailuresTable({ chart, filter }: FailuresTableProps) {
  return (
    <Table caption={chart.yTitle} contained>
      <TableHead>
        <Th>Step</Th>
        {chart.classes.map(({ class: errorClass }) => (
          <Th key={errorClass} numeric>
            <ClassMark of={errorClass} />
          </Th>
        ))}
        <Th numeric>unmapped</Th>
        <Th numeric>all</Th>
      </TableHead>
      <TableBody>
        {chart.steps.toReversed().map((step) => {
          const rows = { from: step.start, to: step.end, ...filter };
          return (
            <Tr key={step.start}>
              <Td className="whitespace-nowrap">{step.label}</Td>
              {step.classes.map(({ class: errorClass, failures }) => (
                <Count key={errorClass} of={failures} href={eventsHref({ ...rows, class: errorClass })} />
              ))}
              <Count of={step.unmapped} href={eventsHref({ ...rows, unmapped: "true" })} />
              <Count of={step.failures} href={eventsHref(rows)} />
            </Tr>
          );
        })}
      </TableBody>
    </Table>
  );
}

function Count({ of, href }: { of: number; href: string }) {
  return (
    <Td numeric>
      {of === 0 ? (
        <span className="text-faint">0</span>
      ) : (
        <Link href={href} className="underline-offset-2 hover:underline">
          {formatCount(of)}
        </Link>
      )}
    </Td>
  );
}
