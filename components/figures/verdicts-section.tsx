import Link from "next/link";
import { formatCount, formatShare } from "@/components/charts/prepare-format";
import { prepareVerdicts } from "@/components/charts/prepare-verdicts";
import { VerdictBar, VerdictPatterns, VerdictSwatch } from "@/components/charts/verdict-bars";
import { Section } from "@/components/ui/section";
import { Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import { VERDICTS } from "@/domain/verdict";
import type { FiguresAnswer } from "@/lib/contract/figures";
import { type FigureFilter, settledHref } from "./queue-href";

type VerdictsSectionProps = { figures: FiguresAnswer; filter: FigureFilter };

/** What was decided per tool in the range, and how much of it had to be looked at again. */
export function VerdictsSection({ figures, filter }: VerdictsSectionProps) {
  const { settled, reopened, share } = figures.reopened;
  const tools = prepareVerdicts(figures.verdicts_by_tool);
  return (
    <Section
      title="Verdicts by tool"
      description={
        share === null
          ? "Nothing was settled in this range, so there is no share that was reopened."
          : `${formatCount(reopened)} of ${formatCount(settled)} settled in this range were reopened: ${formatShare(share)}.`
      }
    >
      {tools.length > 0 && (
        <>
          <VerdictPatterns />
          <Table caption="Verdicts by tool" focusable className="max-lg:scroll-hint">
            <TableHead>
              <Th>Tool</Th>
              <Th className="w-2/5 max-lg:hidden">
                <span className="sr-only">Drawn side by side</span>
              </Th>
              {VERDICTS.map((verdict) => (
                <Th key={verdict} numeric>
                  <span className="inline-flex items-center gap-1.5">
                    <VerdictSwatch of={verdict} />
                    {verdict}
                  </span>
                </Th>
              ))}
              <Th numeric>verdicts</Th>
              <Th numeric>reopened</Th>
            </TableHead>
            <TableBody>
              {tools.map((row) => (
                <VerdictsRow key={row.tool ?? "\u0000unreadable"} row={row} filter={filter} />
              ))}
            </TableBody>
          </Table>
        </>
      )}
    </Section>
  );
}

type Row = ReturnType<typeof prepareVerdicts<FiguresAnswer["verdicts_by_tool"][number]>>[number];

function VerdictsRow({ row, filter }: { row: Row; filter: FigureFilter }) {
  return (
    <Tr>
      <Td className="max-w-64 truncate">
        {row.tool === null ? (
          <span className="text-muted">unreadable reports</span>
        ) : (
          <Link
            href={settledHref(filter, { tool: row.tool })}
            className="font-medium underline-offset-2 hover:underline"
          >
            {row.tool}
          </Link>
        )}
      </Td>
      <Td className="max-lg:hidden">
        <VerdictBar segments={row.segments} />
      </Td>
      {VERDICTS.map((verdict) => (
        <Td key={verdict} numeric className={row[verdict] === 0 ? "text-faint" : undefined}>
          {formatCount(row[verdict])}
        </Td>
      ))}
      <Td numeric className="font-medium">
        {formatCount(row.total)}
      </Td>
      <Td numeric className={row.reopened === 0 ? "text-faint" : undefined}>
        {formatCount(row.reopened)}
      </Td>
    </Tr>
  );
}
