"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { formatCount, formatSeconds } from "@/components/charts/prepare-format";
import { ClassMark } from "@/components/marks/class-mark";
import { CodeMark } from "@/components/marks/code-mark";
import { ReferenceChip } from "@/components/marks/reference-chip";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { describeError } from "@/lib/client/api-error";
import type { Filters } from "@/lib/client/filter-params";
import { type MovesParams, movedEventsQuery } from "@/lib/client/next-moves";
import { referenceHref } from "@/lib/client/reference-href";
import type { MovedEvent, NextMovesAnswer } from "@/lib/contract/next-moves";
import { MOVE_WORDS, RULE_WORDS } from "./move-words";

type MovedEventsProps = {
  answer: NextMovesAnswer;
  filters: Filters;
  chosen: MovesParams;
  onClose: () => void;
};

/** The failures behind the chosen number, the newest first. */
export function MovedEvents({ answer, filters, chosen, onClose }: MovedEventsProps) {
  const { data, error, refetch, isFetching } = useQuery(movedEventsQuery(answer, filters, chosen));
  const root = useRef<HTMLDivElement>(null);
  const key = `${chosen.rule} ${chosen.class} ${chosen.move}`;
  useEffect(() => {
    if (key) root.current?.scrollIntoView({ block: "nearest" });
  }, [key]);
  return (
    <div ref={root} id="failures" className="scroll-mt-20">
      <Section
        title={titleOf(chosen)}
        description={data && describeFound(data.found, data.items.length)}
        actions={
          <Button size="sm" onClick={onClose}>
            Close
          </Button>
        }
      >
        {error && !data && (
          <ErrorState {...describeError(error)} onRetry={() => void refetch()} retrying={isFetching} />
        )}
        {!error && !data && <SkeletonRows rows={5} label="Loading failures" />}
        {data && <EventsTable items={data.items} />}
      </Section>
    </div>
  );
}

function titleOf({ rule, class: errorClass, move }: MovesParams): string {
  if (rule !== null) return RULE_WORDS[rule].broken;
  return `${errorClass ?? "Failures"}: ${move === null ? "any" : MOVE_WORDS[move].head} next`;
}

const describeFound = (found: number, shown: number) =>
  found > shown
    ? `The newest ${formatCount(shown)} of ${formatCount(found)}.`
    : `${formatCount(found)} in all.`;

function EventsTable({ items }: { items: readonly MovedEvent[] }) {
  return (
    <Table
      caption="Failures and what came next"
      focusable={items.length === 0}
      className="max-lg:scroll-hint"
    >
      <TableHead>
        <Th>When</Th>
        <Th>Reference</Th>
        <Th>Class</Th>
        <Th>Code</Th>
        <Th>Tool</Th>
        <Th>What came next</Th>
        <Th numeric>after</Th>
      </TableHead>
      <TableBody>
        {items.map((item) => (
          <EventRow key={`${item.event_id} ${item.occurred_at}`} item={item} />
        ))}
      </TableBody>
    </Table>
  );
}

function EventRow({ item }: { item: MovedEvent }) {
  const { next, waited_seconds, retry_after } = item;
  return (
    <Tr>
      <Td>
        <Time iso={item.occurred_at} display="absolute" />
      </Td>
      <Td>
        <ReferenceChip reference={item.reference} href={referenceHref(item.reference, item.event_id)} />
      </Td>
      <Td>
        <ClassMark of={item.class} />
      </Td>
      <Td className="whitespace-nowrap">
        <CodeMark code={item.code} unmapped={item.unmapped} />
      </Td>
      <Td className="whitespace-nowrap">
        <code>{item.tool}</code>
      </Td>
      <Td className="whitespace-nowrap">
        {item.move === null ? "not yet known" : MOVE_WORDS[item.move].head}
        {next && (
          <>
            {" "}
            <ReferenceChip reference={next.reference} href={referenceHref(next.reference, next.event_id)} />
          </>
        )}
      </Td>
      <Td numeric className="whitespace-nowrap">
        {formatSeconds(waited_seconds) ?? "–"}
        {retry_after !== null && waited_seconds !== null && (
          <span className="text-muted"> of {formatSeconds(retry_after)}</span>
        )}
      </Td>
    </Tr>
  );
}
