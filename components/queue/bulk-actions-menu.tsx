"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useEffect, useRef } from "react";
import { formatCount } from "@/components/charts/prepare-format";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toast";
import { bulkActionsQuery } from "@/lib/client/bulk";
import type { BulkAction } from "@/lib/contract/bulk";
import { BULK_WORDS, standingOf } from "./bulk-words";
import { useBulkPlace } from "./use-bulk-place";

const SHOWN = 10;
const NONE: readonly BulkAction[] = [];

/** The person's running and last bulk actions; nothing as long as there was none. */
export function BulkActionsMenu() {
  const [shown, setBulk] = useBulkPlace();
  const actions = useQuery(bulkActionsQuery).data?.items ?? NONE;
  useEndTold(actions, shown, (bulk_id) => void setBulk(bulk_id));
  if (actions.length === 0) return null;
  const running = actions.filter(({ state }) => state === "running").length;
  return (
    <Menu
      align="end"
      trigger={
        <Button>
          Bulk actions
          {running > 0 && <span className="text-accent">{running} running</span>}
          <ChevronDown aria-hidden className="text-faint" />
        </Button>
      }
    >
      {actions.slice(0, SHOWN).map((action) => (
        <MenuItem key={action.bulk_id} onSelect={() => void setBulk(action.bulk_id)}>
          <span className="flex items-baseline gap-3">
            <span>
              {BULK_WORDS[action.kind].title} {formatCount(action.total)}
            </span>
            <span className="ml-auto text-muted text-xs">
              {standingOf(action)} · <Time iso={action.created_at} display="relative" past />
            </span>
          </span>
        </MenuItem>
      ))}
    </Menu>
  );
}

/** Says when one that was seen running is over, to who has left it. */
function useEndTold(
  actions: readonly BulkAction[],
  shown: string | null,
  show: (bulk_id: string) => void,
): void {
  const queries = useQueryClient();
  const running = useRef(new Set<string>());
  useEffect(() => {
    for (const action of actions) {
      if (action.state === "running") running.current.add(action.bulk_id);
      else if (running.current.delete(action.bulk_id)) {
        void queries.invalidateQueries({ queryKey: ["cases"] });
        if (action.bulk_id === shown) continue;
        toast({
          title: `${BULK_WORDS[action.kind].title}: ${formatCount(action.done)} of ${formatCount(action.total)} went through`,
          tone: action.failed > 0 ? "info" : "ok",
          action: { label: "See what came of it", run: () => show(action.bulk_id) },
        });
      }
    }
  }, [actions, queries, shown, show]);
}
