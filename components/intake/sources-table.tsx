import { formatCount } from "@/components/charts/prepare-format";
import { SparkBars } from "@/components/charts/spark-bars";
import { ListKeys } from "@/components/ui/list-keys";
import { RowLink, Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import type { Filters } from "@/lib/client/filter-params";
import { quarantineHref } from "@/lib/client/intake";
import type { IntakeSource } from "@/lib/contract/intake";
import { Amount } from "./amount";
import { describeLag } from "./lag-words";
import { describeRate } from "./rate-words";
import { SourceState } from "./source-state";
import { Undefined } from "./undefined";

type SourcesTableProps = {
  sources: readonly IntakeSource[];
  filters: Filters;
  door: string | null;
  /** The source that is opened */
  open: string | null;
  /** Where a source is opened */
  hrefOf: (source: string) => string;
};

/** One row per source; Enter opens its reasons and its lag. */
export function SourcesTable({ sources, filters, door, open, hrefOf }: SourcesTableProps) {
  return (
    <ListKeys>
      <Table caption="Sources" className="max-xl:overflow-x-auto max-xl:scroll-hint">
        <TableHead>
          <Th>Source</Th>
          <Th>
            <span className="sr-only">Over time</span>
          </Th>
          <Th numeric>a minute, now</Th>
          <Th numeric>lag p50</Th>
          <Th numeric>p90</Th>
          <Th numeric>accepted</Th>
          <Th numeric>duplicate</Th>
          <Th numeric>conflict</Th>
          <Th numeric>rejected</Th>
          <Th numeric>skewed</Th>
          <Th numeric>sanitized</Th>
          <Th numeric>scrubbed</Th>
          <Th numeric>leaked</Th>
        </TableHead>
        <TableBody>
          {sources.map((source) => (
            <SourceRow
              key={source.source}
              of={source}
              filters={filters}
              door={door}
              href={hrefOf(source.source)}
              selected={open === source.source}
            />
          ))}
        </TableBody>
      </Table>
    </ListKeys>
  );
}

type SourceRowProps = {
  of: IntakeSource;
  filters: Filters;
  door: string | null;
  href: string;
  selected: boolean;
};

function SourceRow({ of, filters, door, href, selected }: SourceRowProps) {
  const { source, source_id, shares, lag, points } = of;
  const spark = points.map(
    ([, accepted, duplicate, conflict, rejected]) => [accepted + duplicate, conflict + rejected] as const,
  );
  const lost = (reason?: string) => quarantineHref({ source_id, door, reason }, filters);
  return (
    <Tr selected={selected}>
      <Td className="whitespace-nowrap py-2">
        <RowLink href={href} scroll={false}>
          {source}
        </RowLink>
        <div>
          <SourceState state={of.state} last_received_at={of.last_received_at} />
        </div>
      </Td>
      <Td>
        <SparkBars points={spark} />
      </Td>
      <Td numeric className={of.rate_per_minute === 0 ? "text-faint" : ""}>
        {describeRate(of.rate_per_minute)}
      </Td>
      <Td numeric className="whitespace-nowrap">
        {describeLag(lag.p50) ?? <Undefined />}
      </Td>
      <Td numeric className="whitespace-nowrap">
        {describeLag(lag.p90) ?? <Undefined />}
      </Td>
      <Td numeric>{of.accepted === 0 ? <Amount items={0} /> : formatCount(of.accepted)}</Td>
      <Td numeric>
        <Amount items={of.duplicate} share={shares.duplicate} />
      </Td>
      <Td numeric>
        <Amount items={of.conflict} share={shares.conflict} href={lost("conflict")} tone="warn" />
      </Td>
      <Td numeric>
        <Amount items={of.rejected} share={shares.rejected} href={lost()} tone="danger" />
      </Td>
      <Td numeric>
        <Amount items={of.skewed} share={shares.skewed} tone="warn" />
      </Td>
      <Td numeric>
        <Amount items={of.sanitized} share={shares.sanitized} />
      </Td>
      <Td numeric>
        <Amount items={of.scrubbed} share={shares.scrubbed} />
      </Td>
      <Td numeric>
        <Amount items={of.leaked} share={shares.leaked} href="/intake/leaks" tone="danger" />
      </Td>
    </Tr>
  );
}
