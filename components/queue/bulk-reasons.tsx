import { formatCount } from "@/components/charts/prepare-format";
import { Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import type { BulkReason } from "@/lib/contract/bulk";

/** Why cases are left as they are, each reason with its number; nothing where there is none. */
export function ReasonTable({ caption, reasons }: { caption: string; reasons: readonly BulkReason[] }) {
  if (reasons.length === 0) return null;
  return (
    <Table caption={caption} showCaption>
      <TableHead>
        <Th>Reason</Th>
        <Th>Code</Th>
        <Th numeric>Cases</Th>
      </TableHead>
      <TableBody>
        {reasons.map(({ code, message, count }) => (
          <Tr key={`${code} ${message}`}>
            <Td>{message}</Td>
            <Td>
              <code className="text-muted text-xs">{code}</code>
            </Td>
            <Td numeric>{formatCount(count)}</Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}
