"use client";

import { Check, X } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { formatCount, formatShare } from "@/components/charts/prepare-format";
import { ClassMark } from "@/components/marks/class-mark";
import { IntentLink } from "@/components/ui/intent-link";
import { Section } from "@/components/ui/section";
import { Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import { MOVES, type Move, type Rightness, rightnessOf, WAITS } from "@/domain/next-moves";
import type { MovesParams } from "@/lib/client/next-moves";
import type { NextMovesAnswer, NextMovesRow } from "@/lib/contract/next-moves";
import { MOVE_WORDS, WAIT_WORDS } from "./move-words";
import { movesHref } from "./use-moves-href";

/** Class × what came next; every number leads to its failures. Right and wrong are told by sign as well as by tone. */
export function MovesTable({ answer, chosen }: { answer: NextMovesAnswer; chosen: MovesParams }) {
  const moves = MOVES.filter((move) => answer.knows_cases || move !== "compensated");
  return (
    <Section title="Class by what came next" description={<Key />}>
      <Table caption="What came next after failures of each class" wide>
        <TableHead>
          <Th>Class</Th>
          <Th numeric>failures</Th>
          {moves.map((move) => (
            <Th key={move} numeric title={MOVE_WORDS[move].says}>
              {MOVE_WORDS[move].head}
            </Th>
          ))}
          {WAITS.map((wait) => (
            <Th
              key={wait}
              numeric
              title={WAIT_WORDS[wait].says}
              className={wait === WAITS[0] ? "border-l pl-3" : ""}
            >
              {WAIT_WORDS[wait].head}
            </Th>
          ))}
        </TableHead>
        <TableBody>
          {answer.items.map((row) => (
            <MovesTableRow key={row.class} row={row} moves={moves} chosen={chosen} />
          ))}
        </TableBody>
      </Table>
    </Section>
  );
}

function Key() {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3">
      <span className="inline-flex items-center gap-1">
        <Sign of="right" /> what the class asks for
      </span>
      <span className="inline-flex items-center gap-1">
        <Sign of="wrong" /> what it forbids
      </span>
      <span>On the right: whether further attempts waited.</span>
    </span>
  );
}

type RowProps = { row: NextMovesRow; moves: readonly Move[]; chosen: MovesParams };

function MovesTableRow({ row, moves, chosen }: RowProps) {
  const current = useSearchParams();
  return (
    <Tr selected={chosen.class === row.class}>
      <Td className="whitespace-nowrap">
        <ClassMark of={row.class} />
      </Td>
      <Td numeric className="font-medium">
        {formatCount(row.failures)}
      </Td>
      {moves.map((move) => (
        <Td key={move} numeric className="whitespace-nowrap">
          <MoveCount
            count={row.moves[move]}
            of={row.failures}
            rightness={rightnessOf(row.class, move)}
            href={movesHref(current, { class: row.class, move })}
            isChosen={chosen.class === row.class && chosen.move === move}
          />
        </Td>
      ))}
      {WAITS.map((wait) => (
        <Td key={wait} numeric className={wait === WAITS[0] ? "border-l pl-3" : ""}>
          {row.waits[wait] === 0 ? <span className="text-faint">0</span> : formatCount(row.waits[wait])}
        </Td>
      ))}
    </Tr>
  );
}

type MoveCountProps = { count: number; of: number; rightness: Rightness; href: string; isChosen: boolean };

function MoveCount({ count, of, rightness, href, isChosen }: MoveCountProps) {
  if (count === 0) return <span className="text-faint">0</span>;
  return (
    <IntentLink
      href={href}
      scroll={false}
      aria-current={isChosen ? "true" : undefined}
      title={`${formatShare(count / of)} of ${formatCount(of)}`}
      className="underline-offset-2 hover:underline aria-[current=true]:font-semibold"
    >
      <Sign of={rightness} />
      {formatCount(count)}
    </IntentLink>
  );
}

function Sign({ of }: { of: Rightness }) {
  if (of === "right")
    return <Check role="img" aria-label="right" className="mr-1 inline size-3 align-[-1px] text-ok" />;
  if (of === "wrong")
    return <X role="img" aria-label="wrong" className="mr-1 inline size-3 align-[-1px] text-danger" />;
  return null;
}
