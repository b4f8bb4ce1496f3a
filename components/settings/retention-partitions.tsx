import { EmptyState } from "@/components/ui/empty-state";
import { formatBytes } from "@/components/ui/file-size";
import { Section } from "@/components/ui/section";
import { Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import type { Retention } from "@/lib/contract/retention";

/** What is stored, by partition, and when each goes. */
export function RetentionPartitions({ partitions }: { partitions: Retention["partitions"] }) {
  const bytes = partitions.reduce((sum, one) => sum + one.bytes, 0);
  const filled = partitions.filter(({ rows }) => rows > 0);
  const next = filled[0];
  return (
    <Section
      title="Stored"
      description={
        next === undefined ? (
          `${partitions.length} partitions, all of them empty, ${formatBytes(bytes)}`
        ) : (
          <>
            {formatBytes(bytes)} in {partitions.length} partitions; the next goes <Time iso={next.goes_at} />
          </>
        )
      }
    >
      {filled.length === 0 ? (
        <EmptyState title="Nothing is stored yet" text="Partitions appear here once events come in." />
      ) : (
        <Table caption="Partitions that hold rows" focusable className="max-w-4xl">
          <TableHead>
            <Th>Of</Th>
            <Th>From</Th>
            <Th>To</Th>
            <Th numeric>Rows</Th>
            <Th numeric>Size</Th>
            <Th>Goes</Th>
          </TableHead>
          <TableBody>
            {filled.map((one) => (
              <Tr key={one.name}>
                <Td>{one.relation}</Td>
                <Td>
                  <Time iso={one.from} display="absolute" seconds={false} />
                </Td>
                <Td>
                  <Time iso={one.to} display="absolute" seconds={false} />
                </Td>
                <Td numeric>
                  {one.estimated && "≈ "}
                  {one.rows.toLocaleString("en")}
                </Td>
                <Td numeric className="whitespace-nowrap">
                  {formatBytes(one.bytes)}
                </Td>
                <Td>
                  <Time iso={one.goes_at} display="relative" />
                </Td>
              </Tr>
            ))}
          </TableBody>
        </Table>
      )}
    </Section>
  );
}
