"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Wrench } from "lucide-react";
import { parseAsString, useQueryState } from "nuqs";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Input } from "@/components/ui/input";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { useOpen } from "@/components/ui/use-open";
import { describeError } from "@/lib/client/api-error";
import { useMay } from "@/lib/client/session";
import { toolsQuery } from "@/lib/client/tools";
import type { Tool } from "@/lib/contract/tools";
import { ToolDialog } from "./tool-dialog";
import { ToolsTable } from "./tools-table";

/** What lies over the list: a tool, or one that is only now declared. */
type Open = { tool: Tool | null };

/** The tools that failed or were declared, and the times that the queue's rules go by. */
export function ToolsPanel() {
  const tools = useQuery(toolsQuery);
  const mayManage = useMay("tools.manage");
  const [open, setOpen] = useOpen<Open>();
  return (
    <Section
      className="border-t-0 pt-0"
      title="Tools"
      description="A tool enters with its first failure. What is declared here decides when a verdict is safe."
      actions={
        mayManage && (
          <Button variant="primary" onClick={() => setOpen({ tool: null })}>
            <Plus aria-hidden />
            Declare a tool
          </Button>
        )
      }
    >
      {tools.isError && (
        <ErrorState {...describeError(tools.error)} onRetry={tools.refetch} retrying={tools.isFetching} />
      )}
      {tools.isPending && <SkeletonRows rows={5} label="Loading tools" />}
      {tools.data?.items.length === 0 && (
        <EmptyState
          icon={<Wrench aria-hidden />}
          title="No tool has failed yet"
          text="Tools enter by themselves with their first event. Declare one beforehand if you know how long its requests may stay in flight."
        />
      )}
      {tools.data && tools.data.items.length > 0 && (
        <FilteredTools tools={tools.data.items} onOpen={mayManage ? (tool) => setOpen({ tool }) : null} />
      )}
      {open && <ToolDialog tool={open.tool} onClose={() => setOpen(null)} />}
    </Section>
  );
}

/** Below this many all are in sight anyway. */
const FILTER_FROM = 10;

type FilteredToolsProps = { tools: readonly Tool[]; onOpen: ((tool: Tool) => void) | null };

function FilteredTools({ tools, onOpen }: FilteredToolsProps) {
  const [filter, setFilter] = useQueryState("tool", parseAsString.withDefault(""));
  const wanted = filter.trim().toLowerCase();
  const shown = tools.filter(({ tool }) => tool.toLowerCase().includes(wanted));
  return (
    <>
      {(tools.length >= FILTER_FROM || wanted !== "") && (
        <div className="flex items-center gap-3 pb-2">
          <Input
            type="search"
            aria-label="Filter by name"
            placeholder="Filter by name"
            value={filter}
            onChange={(event) => setFilter(event.target.value || null)}
            className="max-w-64"
          />
          <span role="status" className="text-muted text-sm">
            {shown.length} of {tools.length}
          </span>
        </div>
      )}
      <ToolsTable tools={shown} onOpen={onOpen} />
    </>
  );
}
