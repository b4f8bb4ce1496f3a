"use client";

import { ChevronRight } from "lucide-react";
import { useId } from "react";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import type { ApiDocument } from "@/lib/client/api-reference";
import { OperationDetail } from "./operation-detail";
import type { Operation } from "./prepare-reference";

type OperationRowProps = {
  operation: Operation;
  document: ApiDocument;
  open: boolean;
  onToggle: () => void;
};

/** One operation in a line; opened, all that is known of it. */
export function OperationRow({ operation, document, open, onToggle }: OperationRowProps) {
  const detail = useId();
  const { id, method, path, summary } = operation;
  return (
    <li id={id} className="scroll-mt-16 border-b last:border-b-0">
      <h4>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? detail : undefined}
          onClick={onToggle}
          className="grid w-full grid-cols-[1rem_3.5rem_minmax(0,1fr)] items-baseline gap-x-2 py-1.5 text-left text-sm hover:bg-hover md:grid-cols-[1rem_3.5rem_minmax(0,5fr)_minmax(0,6fr)_auto]"
        >
          <ChevronRight aria-hidden className={cn("size-4 self-center text-faint", open && "rotate-90")} />
          <span className="font-medium font-mono text-xs">{method}</span>
          <span className="min-w-0 break-words font-mono text-xs">{path.replace("/api/v1", "")}</span>
          <span className="min-w-0 text-muted max-md:col-start-3">{summary}</span>
          <span className="flex flex-wrap gap-1 max-md:col-start-3">
            <Access operation={operation} />
          </span>
        </button>
      </h4>
      {open && <OperationDetail id={detail} operation={operation} document={document} />}
    </li>
  );
}

function Access({ operation: { access, scopes } }: { operation: Operation }) {
  if (access === "anybody") return <Badge tone="outline">anybody</Badge>;
  if (access === "known") return <Badge tone="outline">any key or person</Badge>;
  if (scopes.length === 0) return <Badge tone="outline">people only</Badge>;
  return scopes.map((scope) => <Badge key={scope}>{scope}</Badge>);
}
