import { formatBytes } from "@/components/ui/file-size";
import { Section } from "@/components/ui/section";
import { Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import type { Retention } from "@/lib/contract/retention";

type RetentionDroppedProps = Pick<Retention, "dropped" | "kept">;

/** What retention took last. */
export function RetentionDropped({ dropped, kept }: RetentionDroppedProps) {
  const count = (of: number) => of.toLocaleString("en");
  const total = `${count(kept.partitions)} ${kept.partitions === 1 ? "partition" : "partitions"} with ${count(kept.rows)} rows so far`;
  return (
    <Section
      title="Dropped"
      description={dropped.length === 0 ? "Nothing so far." : `${total}; the last ones first`}
    >
      {dropped.length > 0 && (
        <Table caption="Partitions that were dropped" focusable className="max-w-4xl">
          <TableHead>
            <Th>Of</Th>
            <Th>From</Th>
            <Th>To</Th>
            <Th numeric>Rows</Th>
            <Th numeric>Size</Th>
            <Th numeric>Kept for cases</Th>
            <Th>Dropped</Th>
          </TableHead>
          <TableBody>
            {dropped.map((one) => (
              <Tr key={`${one.relation} ${one.from} ${one.dropped_at}`}>
                <Td>{one.relation}</Td>
                <Td>
                  <Time iso={one.from} display="absolute" seconds={false} />
                </Td>
                <Td>
                  <Time iso={one.to} display="absolute" seconds={false} />
                </Td>
                <Td numeric>{count(one.rows)}</Td>
                <Td numeric className="whitespace-nowrap">
                  {formatBytes(one.bytes)}
                </Td>
                <Td numeric>{count(one.frames_kept)}</Td>
                <Td>
                  <Time iso={one.dropped_at} display="relative" />
                </Td>
              </Tr>
            ))}
          </TableBody>
        </Table>
      )}
    </Section>
  );
}
