"use client";

import { useSearchParams } from "next/navigation";
import { formatCount } from "@/components/charts/prepare-format";
import { ClassMark } from "@/components/marks/class-mark";
import { IntentLink } from "@/components/ui/intent-link";
import { ListKeys } from "@/components/ui/list-keys";
import { Section } from "@/components/ui/section";
import { RowLink, Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import { EVENT_CLASSES } from "@/domain/event-class";
import { eventsHref } from "@/lib/client/events-href";
import type { Filters } from "@/lib/client/filter-params";
import { recoveryCsvHref } from "@/lib/client/recovery";
import { referenceHref } from "@/lib/client/reference-href";
import type { AttemptDistribution, RecoveryAnswer, RecoveryItem } from "@/lib/contract/recovery";
import { ChangeCell } from "./change-cell";
import { CsvLink } from "./csv-link";
import type { Pair } from "./pair";
import { sayAttempts, sayPoints, shareOrDash } from "./recovery-words";

type Compared = NonNullable<RecoveryItem["compared"]>;

type PairsTableProps = { recovery: RecoveryAnswer; filters: Filters; chosen: Pair | null };

/** Each code on each tool; a row opens its curve above. */
export function PairsTable({ recovery, filters, chosen }: PairsTableProps) {
  const { items, pairs, compared_with } = recovery;
  return (
    <Section
      title="By code and tool"
      description={
        pairs > items.length
          ? `The ${formatCount(items.length)} with most episodes, of ${formatCount(pairs)}. Choose a service or an environment to see the rest.`
          : "Most episodes first. The most attempts lead to the run that took them."
      }
      actions={<CsvLink href={recoveryCsvHref(recovery, filters, "figures")} label="Figures as CSV" />}
    >
      <ListKeys>
        <Table caption="Attempts until recovery by code and tool" className="max-lg:scroll-hint">
          <TableHead>
            <Th>Code</Th>
            <Th>Tool</Th>
            {compared_with ? <ComparedHeads /> : <PlainHeads />}
          </TableHead>
          <TableBody>
            {items.map((item) => (
              <PairRow
                key={`${item.tool} ${item.code}`}
                item={item}
                recovery={recovery}
                filters={filters}
                selected={item.tool === chosen?.tool && item.code === chosen.code}
              />
            ))}
          </TableBody>
        </Table>
      </ListKeys>
    </Section>
  );
}

function PlainHeads() {
  return (
    <>
      <Th numeric>episodes</Th>
      <Th numeric>p50</Th>
      <Th numeric>p90</Th>
      <Th numeric>p99</Th>
      <Th numeric>max</Th>
      <Th numeric>gave up</Th>
    </>
  );
}

function ComparedHeads() {
  return (
    <>
      <Th numeric>episodes before → after</Th>
      <Th numeric>p90 before → after</Th>
      <Th numeric>change</Th>
      <Th numeric>gave up before → after</Th>
      <Th numeric>change</Th>
    </>
  );
}

type PairRowProps = { item: RecoveryItem; recovery: RecoveryAnswer; filters: Filters; selected: boolean };

function PairRow({ item, recovery, filters, selected }: PairRowProps) {
  const { tool, code, compared } = item;
  const href = usePairHref({ tool, code });
  const errorClass = EVENT_CLASSES.find((one) => one === item.class);
  const { service, environment } = filters;
  const { from, to } = recovery;
  return (
    <Tr selected={selected}>
      <Td className="whitespace-nowrap">
        <span className="inline-flex items-center gap-1.5 align-middle">
          {errorClass && <ClassMark of={errorClass} wordless />}
          <RowLink href={href} scroll={false} aria-current={selected ? "true" : undefined}>
            <code>{code}</code>
          </RowLink>
        </span>
      </Td>
      <Td className="whitespace-nowrap">
        <code>{tool}</code>
      </Td>
      {compared ? (
        <ComparedCells of={compared} />
      ) : (
        <PlainCells item={item} events={eventsHref({ from, to, tool, code, service, environment })} />
      )}
    </Tr>
  );
}

/** The page as it is, with this pair's curve in sight. */
function usePairHref({ tool, code }: Pair): string {
  const search = new URLSearchParams(useSearchParams());
  search.set("tool", tool);
  search.set("code", code);
  return `/recovery?${search}`;
}

const orDash = (value: number | null) => (value === null ? <Dash /> : formatCount(value));

function Dash() {
  return (
    <span className="text-faint">
      <span aria-hidden>–</span>
      <span className="sr-only">no value</span>
    </span>
  );
}

const linked = "relative text-accent underline-offset-2 hover:underline";

function PlainCells({ item: { all, longest, tool }, events }: { item: RecoveryItem; events: string }) {
  const run = longest?.reference ? referenceHref(longest.reference, longest.event_id) : null;
  return (
    <>
      <Td numeric>
        <IntentLink href={events} className={linked} title={`Failures of ${tool}`}>
          {formatCount(all.episodes)}
        </IntentLink>
      </Td>
      <Td numeric>{orDash(all.p50)}</Td>
      <Td numeric>{orDash(all.p90)}</Td>
      <Td numeric>{orDash(all.p99)}</Td>
      <Td numeric>
        {run && all.max !== null ? (
          <IntentLink href={run} className={linked} title={`Run ${longest?.run_id}`}>
            {formatCount(all.max)}
          </IntentLink>
        ) : (
          orDash(all.max)
        )}
      </Td>
      <Td numeric>{shareOrDash(all.gave_up_share)}</Td>
    </>
  );
}

function ComparedCells({ of: { before, after, p90, gave_up_share } }: { of: Compared }) {
  const pair = (of: (side: AttemptDistribution) => string) => (
    <span className="whitespace-nowrap">
      {of(before)} <span className="text-faint">→</span> {of(after)}
    </span>
  );
  return (
    <>
      <Td numeric>{pair(({ episodes }) => formatCount(episodes))}</Td>
      <Td numeric>{pair((side) => (side.p90 === null ? "–" : formatCount(side.p90)))}</Td>
      <ChangeCell of={p90} say={sayAttempts} />
      <Td numeric>{pair((side) => shareOrDash(side.gave_up_share))}</Td>
      <ChangeCell of={gave_up_share} say={sayPoints} />
    </>
  );
}
