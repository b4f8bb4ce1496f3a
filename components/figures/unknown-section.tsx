import Link from "next/link";
import { formatCount, formatShare } from "@/components/charts/prepare-format";
import { Section } from "@/components/ui/section";
import { Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import { eventsHref } from "@/lib/client/events-href";
import type { FiguresAnswer } from "@/lib/contract/figures";
import type { FigureFilter } from "./queue-href";
import { Undefined } from "./undefined";

type UnknownSectionProps = { figures: FiguresAnswer; filter: FigureFilter };

/** How often a tool leaves it open whether something happened: what fills the queue. */
export function UnknownSection({ figures, filter }: UnknownSectionProps) {
  const { unknown_by_tool, from, to } = figures;
  if (unknown_by_tool === null) return null;
  return (
    <Section
      title="Unknown effects by tool"
      description="Effects reported as unknown; the doubt about failures that said nothing of their effect (“inferred”) is not among them. Of all failures, and of all calls where calls are reported; each number leads to its events."
    >
      {unknown_by_tool.length === 0 ? (
        <p className="text-muted text-sm">No tool failed in this range.</p>
      ) : (
        <Table caption="Unknown effects by tool" focusable className="max-lg:scroll-hint">
          <TableHead>
            <Th>Tool</Th>
            <Th numeric>unknown</Th>
            <Th numeric>failures</Th>
            <Th numeric>of failures</Th>
            <Th numeric>calls</Th>
            <Th numeric>of calls</Th>
          </TableHead>
          <TableBody>
            {unknown_by_tool.map(({ tool, unknown, failures, share, calls, unknown_rate }) => (
              <Tr key={tool}>
                <Td className="max-w-64 truncate font-medium">{tool}</Td>
                <Td numeric>
                  <CountLink count={unknown} filter={{ ...filter, from, to, tool, effect: "unknown" }} />
                </Td>
                <Td numeric>
                  <CountLink count={failures} filter={{ ...filter, from, to, tool }} />
                </Td>
                <Td numeric>{formatShare(share) ?? <Undefined />}</Td>
                <Td numeric>{calls === null ? <Undefined /> : formatCount(calls)}</Td>
                <Td numeric>{formatShare(unknown_rate) ?? <Undefined />}</Td>
              </Tr>
            ))}
          </TableBody>
        </Table>
      )}
    </Section>
  );
}

function CountLink({ count, filter }: { count: number; filter: Parameters<typeof eventsHref>[0] }) {
  if (count === 0) return <span className="text-faint">0</span>;
  return (
    <Link href={eventsHref(filter)} className="font-medium underline-offset-2 hover:underline">
      {formatCount(count)}
    </Link>
  );
}
