import { Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import { formatCount, formatShare } from "./prepare-format";
import type { ShareStep } from "./prepare-unmapped-share";

/** The share's numbers step by step, the newest first. */
export function UnmappedShareTable({ steps }: { steps: readonly ShareStep[] }) {
  return (
    <Table caption="Unmapped share over time" contained focusable>
      <TableHead>
        <Th>Step</Th>
        <Th numeric>unmapped</Th>
        <Th numeric>failures</Th>
        <Th numeric>share</Th>
      </TableHead>
      <TableBody>
        {steps.toReversed().map((step) => (
          <Tr key={step.start}>
            <Td className="whitespace-nowrap">{step.label}</Td>
            <Td numeric>{formatCount(step.unmapped)}</Td>
            <Td numeric>{formatCount(step.failures)}</Td>
            <Td numeric>{formatShare(step.share) ?? <span className="text-faint">–</span>}</Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}
