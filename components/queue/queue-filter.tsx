"use client";

import { ListFilter, X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { describeFilter, isFiltered } from "./describe-filter";
import { useFormat } from "./queue-clock";
import { QueueFilterFields } from "./queue-filter-fields";
import { type FilterChange, NO_OWN_FILTERS, type QueueParams } from "./queue-params";
import { QueueSearch } from "./queue-search";
import { useAssignees } from "./use-assignees";

type QueueFilterProps = {
  params: QueueParams;
  onChange: (change: FilterChange) => void;
  /** Stands at the end of the row: the saved views */
  children?: ReactNode;
};

/** What narrows the list: a key or reference, and the rest in one place. Service and environment stand in the header. */
export function QueueFilter({ params, onChange, children }: QueueFilterProps) {
  return (
    <div className="flex flex-col gap-2 pb-3">
      <div className="flex flex-wrap items-center gap-2">
        <QueueSearch key={params.q} value={params.q} onChange={(q) => onChange({ q })} />
        <Popover
          title="Narrow the list"
          trigger={
            <Button>
              <ListFilter aria-hidden />
              Filter
            </Button>
          }
        >
          <QueueFilterFields params={params} onChange={onChange} />
        </Popover>
        <div className="ml-auto flex gap-2">{children}</div>
      </div>
      <FilterChips params={params} onChange={onChange} />
    </div>
  );
}

function FilterChips({ params, onChange }: Pick<QueueFilterProps, "params" | "onChange">) {
  const format = useFormat();
  const assignees = useAssignees();
  if (!isFiltered(params)) return null;
  const nameOf = (id: string) => assignees.find(({ person_id }) => person_id === id)?.name;
  return (
    <ul aria-label="Filters" className="flex flex-wrap items-center gap-1.5">
      {describeFilter(params, { format, nameOf }).map(({ key, words, without }) => (
        <li key={key} className="flex h-6 min-w-0 items-center rounded-sm bg-hover pl-2 text-sm">
          <span className="truncate">{words}</span>
          <button
            type="button"
            aria-label={`Take away the filter: ${words}`}
            onClick={() => onChange(without)}
            className="flex size-6 items-center justify-center rounded-sm text-muted hover:text-ink"
          >
            <X aria-hidden className="size-3.5" />
          </button>
        </li>
      ))}
      <li>
        <Button size="sm" variant="quiet" className="h-6" onClick={() => onChange(NO_OWN_FILTERS)}>
          Clear
        </Button>
      </li>
    </ul>
  );
}
