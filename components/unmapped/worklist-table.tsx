import { formatCount, formatShare } from "@/components/charts/prepare-format";
import { SparkBars } from "@/components/charts/spark-bars";
import { ClassMark } from "@/components/marks/class-mark";
import { ReferenceChip } from "@/components/marks/reference-chip";
import { ListKeys } from "@/components/ui/list-keys";
import { RowLink, Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { referenceHref } from "@/lib/client/reference-href";
import type { WorklistGroup } from "@/lib/contract/unmapped";
import { GroupMarks } from "./group-marks";
import { describeGroup } from "./group-words";

type WorklistTableProps = {
  caption: string;
  groups: readonly WorklistGroup[];
  /** The page with this group open */
  hrefOf: (group_id: string) => string;
};

/** Groups of unmapped failures, one a row; a row opens how to map it. */
export function WorklistTable({ caption, groups, hrefOf }: WorklistTableProps) {
  return (
    <ListKeys>
      <Table caption={caption} className="max-lg:scroll-hint">
        <TableHead>
          <Th>Tool and what is thrown where</Th>
          <Th numeric>takes away</Th>
          <Th numeric>failures</Th>
          <Th>trend</Th>
          <Th>guessed as</Th>
          <Th>first · last seen</Th>
          <Th>example</Th>
        </TableHead>
        <TableBody>
          {groups.map((group) => (
            <GroupRow key={group.group_id} group={group} href={hrefOf(group.group_id)} />
          ))}
        </TableBody>
      </Table>
    </ListKeys>
  );
}

function GroupRow({ group, href }: { group: WorklistGroup; href: string }) {
  const { what, where } = describeGroup(group);
  const [guess, ...others] = group.classes;
  return (
    <Tr>
      <Td className="min-w-72 py-1.5">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <RowLink href={href} scroll={false} className="break-all">
            <code>{group.tool}</code>
          </RowLink>
          <GroupMarks group={group} />
        </div>
        <div className="break-all text-muted text-xs">
          <code>{what}</code>
          {where && <> · {where}</>}
        </div>
      </Td>
      <Td numeric className="font-medium">
        {formatShare(group.share) ?? <span className="text-faint">–</span>}
      </Td>
      <Td numeric>{formatCount(group.events)}</Td>
      <Td>
        <SparkBars points={group.points.map((events) => [events, 0] as const)} />
      </Td>
      <Td className="whitespace-nowrap">
        {guess && <ClassMark of={guess.class} />}
        {others.length > 0 && <span className="text-muted text-xs"> +{others.length}</span>}
      </Td>
      <Td className="whitespace-nowrap text-muted text-xs">
        {group.first_seen_at && <Time iso={group.first_seen_at} display="relative" past />} ·{" "}
        {group.last_seen_at && <Time iso={group.last_seen_at} display="relative" past />}
      </Td>
      <Td className="relative">
        {group.example_reference && (
          <ReferenceChip
            reference={group.example_reference}
            href={referenceHref(group.example_reference, group.example_event_id)}
          />
        )}
      </Td>
    </Tr>
  );
}
