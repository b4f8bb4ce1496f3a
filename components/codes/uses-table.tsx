import { formatCount } from "@/components/charts/prepare-format";
import { ClassMark } from "@/components/marks/class-mark";
import { IntentLink } from "@/components/ui/intent-link";
import { Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { eventsHref } from "@/lib/client/events-href";
import type { CodeAnswer, CodeUse } from "@/lib/contract/codes";
import { EffectSplit } from "./effect-split";
import { SayingCell } from "./saying-cell";

type UsesTableProps = { code: CodeAnswer; filter: { service: string[]; environment: string[] } };

/** How a code is used, by tool and class: what differs between two rows is the drift. */
export function UsesTable({ code, filter }: UsesTableProps) {
  const { from, to } = code;
  return (
    <Table caption={`Use of ${code.code} by tool and class`} className="max-lg:scroll-hint">
      <TableHead>
        <Th>Tool</Th>
        <Th>Class</Th>
        <Th numeric>failures</Th>
        <Th>May be repeated</Th>
        <Th>Effect</Th>
        <Th>Leaves unsaid</Th>
        <Th>first · last in this range</Th>
      </TableHead>
      <TableBody>
        {code.uses.map((use) => (
          <UseRow
            key={`${use.tool} ${use.class}`}
            use={use}
            href={eventsHref({ from, to, ...filter, code: code.code, tool: use.tool, class: use.class })}
          />
        ))}
      </TableBody>
    </Table>
  );
}

function UseRow({ use, href }: { use: CodeUse; href: string }) {
  return (
    <Tr>
      <Td className="min-w-40">
        <IntentLink
          href={`/tools/${encodeURIComponent(use.tool)}`}
          className="underline-offset-2 hover:underline"
        >
          <code className="break-all">{use.tool}</code>
        </IntentLink>
      </Td>
      <Td>
        <ClassMark of={use.class} />
      </Td>
      <Td numeric>
        <IntentLink href={href} className="underline-offset-2 hover:underline">
          {formatCount(use.events)}
        </IntentLink>
      </Td>
      <Td className="whitespace-nowrap text-xs">
        <Answers of={use.retry} />
      </Td>
      <Td>
        <EffectSplit of={use.effects} />
      </Td>
      <Td className="min-w-40">
        <SayingCell saying={use.saying} />
      </Td>
      <Td className="whitespace-nowrap text-muted text-xs">
        <Time iso={use.first_seen_at} display="relative" past /> ·{" "}
        <Time iso={use.last_seen_at} display="relative" past />
      </Td>
    </Tr>
  );
}

function Answers({ of: { yes, no, not_reported } }: { of: CodeUse["retry"] }) {
  const parts = [
    yes > 0 && `yes ${formatCount(yes)}`,
    no > 0 && `no ${formatCount(no)}`,
    not_reported > 0 && `not said ${formatCount(not_reported)}`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(" · ") : <span className="text-faint">–</span>;
}
