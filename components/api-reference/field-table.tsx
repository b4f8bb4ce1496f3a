import { Table, TableHead, Td, Th, Tr } from "@/components/ui/table";
import type { FieldRow } from "./prepare-fields";

/** Fields line by line; those within another are indented below it. */
export function FieldTable({ caption, rows }: { caption: string; rows: readonly FieldRow[] }) {
  return (
    <Table caption={caption} focusable>
      <TableHead>
        <Th>Field</Th>
        <Th>Type</Th>
        <Th>Limits</Th>
      </TableHead>
      <tbody>
        {rows.map(({ path, name, depth, type, required, limits }) => (
          <Tr key={path}>
            <Td>
              <span className="whitespace-nowrap font-mono" style={{ paddingLeft: `${depth}rem` }}>
                {name}
              </span>
              {required && <span className="pl-1.5 text-faint text-xs">required</span>}
            </Td>
            <Td className="text-muted">{type}</Td>
            <Td className="text-muted">{limits}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
