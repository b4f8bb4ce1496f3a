import { formatCount, formatShare } from "@/components/charts/prepare-format";
import { ShareSpark } from "@/components/charts/share-spark";
import { IntentLink } from "@/components/ui/intent-link";
import { Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import { eventsHref } from "@/lib/client/events-href";
import type { Filters } from "@/lib/client/filter-params";
import type { ShareGrouping } from "@/lib/client/unmapped";
import type { RateSeries, RatesAnswer } from "@/lib/contract/rates";
import { othersOf, SHOWN, sortForShare } from "./share-order";

type By = Exclude<ShareGrouping, "all">;

const NAMES: Record<By, { one: string; many: string }> = {
  service: { one: "Service", many: "services" },
  tool: { one: "Tool", many: "tools" },
  release: { one: "Release", many: "releases" },
};

type ShareRowsProps = { rates: RatesAnswer; by: By; filters: Filters; target: number };

/** The share of each service, tool or release, with both of its numbers and how it went. */
export function ShareRows({ rates, by, filters, target }: ShareRowsProps) {
  const series = sortForShare(rates.series, by);
  const others = othersOf(series);
  return (
    <Table caption={`Unmapped share by ${by}`} className="max-lg:scroll-hint">
      <TableHead>
        <Th>{NAMES[by].one}</Th>
        <Th numeric>unmapped</Th>
        <Th numeric>of failures</Th>
        <Th numeric>share</Th>
        <Th>
          over time, <span className="text-ok">target {formatShare(target)}</span>
        </Th>
      </TableHead>
      <TableBody>
        {series.slice(0, SHOWN).map((one) => (
          <Row
            key={one.key ?? "not reported"}
            name={
              one.key === null ? <span className="text-faint">not reported</span> : <code>{one.key}</code>
            }
            of={one}
            target={target}
            href={
              one.key === null
                ? undefined
                : eventsHref({
                    ...{ from: rates.from, to: rates.to, unmapped: "true" },
                    ...{ service: filters.service, environment: filters.environment, [by]: one.key },
                  })
            }
          />
        ))}
        {others && (
          <Row name={`other (${others.count} ${NAMES[by].many})`} of={others.series} target={target} />
        )}
      </TableBody>
    </Table>
  );
}

type RowProps = { name: React.ReactNode; of: RateSeries; target: number; href?: string | undefined };

function Row({ name, of: { failures, unmapped, points }, target, href }: RowProps) {
  const share = failures === 0 ? null : unmapped / failures;
  return (
    <Tr>
      <Td className="max-w-72 truncate">{name}</Td>
      <Td numeric>
        {href && unmapped > 0 ? (
          <IntentLink href={href} className="underline-offset-2 hover:underline">
            {formatCount(unmapped)}
          </IntentLink>
        ) : (
          formatCount(unmapped)
        )}
      </Td>
      <Td numeric>{formatCount(failures)}</Td>
      <Td numeric className="font-medium">
        {formatShare(share) ?? <span className="text-faint">–</span>}
      </Td>
      <Td className="w-44">
        <ShareSpark points={points} target={target} />
      </Td>
    </Tr>
  );
}
