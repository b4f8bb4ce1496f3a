"use client";

import { Badge } from "@/components/ui/badge";
import { formatDuration } from "@/components/ui/duration";
import { Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import type { Tool } from "@/lib/contract/tools";

type ToolsTableProps = {
  tools: readonly Tool[];
  /** Null for those who may only read */
  onOpen: ((tool: Tool) => void) | null;
};

/** Tools with what the queue goes by. */
export function ToolsTable({ tools, onOpen }: ToolsTableProps) {
  return (
    <Table caption="Tools" focusable={onOpen === null}>
      <TableHead>
        <Th>Tool</Th>
        <Th>Reads or writes</Th>
        <Th numeric>In flight up to</Th>
        <Th numeric>Key protects for</Th>
        <Th numeric>Settle within</Th>
        <Th>Second person</Th>
        <Th>Owner</Th>
        <Th>Declared</Th>
      </TableHead>
      <TableBody>
        {tools.map((tool) => (
          <ToolRow key={tool.tool} tool={tool} onOpen={onOpen} />
        ))}
      </TableBody>
    </Table>
  );
}

function ToolRow({ tool, onOpen }: { tool: Tool; onOpen: ToolsTableProps["onOpen"] }) {
  return (
    <Tr>
      <Td className="min-w-48 font-medium">
        {onOpen ? (
          <button
            type="button"
            onClick={() => onOpen(tool)}
            className="break-all text-left underline-offset-2 hover:underline"
          >
            {tool.tool}
          </button>
        ) : (
          <span className="break-all">{tool.tool}</span>
        )}
      </Td>
      <Td>
        <Writes tool={tool} />
      </Td>
      <Td numeric className="whitespace-nowrap">
        {formatDuration(tool.in_flight_seconds)}
      </Td>
      <Td numeric className="whitespace-nowrap">
        {formatDuration(tool.key_life_seconds)}
      </Td>
      <Td numeric className="whitespace-nowrap">
        {formatDuration(tool.sla_seconds)}
      </Td>
      <Td>{tool.needs_second_person ? "required" : <span className="text-faint">no</span>}</Td>
      <Td>{tool.owner ?? <span className="text-faint">nobody</span>}</Td>
      <Td className="whitespace-nowrap">
        {tool.updated_at ? (
          <>
            <Time iso={tool.updated_at} display="relative" />
            {tool.updated_by && <span className="text-muted"> by {tool.updated_by}</span>}
          </>
        ) : (
          <span className="text-faint">not yet: defaults hold</span>
        )}
      </Td>
    </Tr>
  );
}

function Writes({ tool: { writes } }: { tool: Tool }) {
  if (writes === null) return <span className="text-faint">not said</span>;
  return writes ? <Badge>writes</Badge> : <Badge tone="outline">only reads</Badge>;
}
