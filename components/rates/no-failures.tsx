"use client";

import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useFilters } from "@/lib/client/filters";
import { isCustom } from "@/lib/client/time-range";

/** Nothing failed under these filters: good news, or too narrow a look. */
export function NoFailures() {
  const [filters, setFilters] = useFilters();
  const narrowed = filters.service.length > 0 || filters.environment.length > 0;
  const widest = filters.range === "30d" && !isCustom(filters);
  return (
    <div className="border-t">
      <EmptyState
        title="No failures in this range"
        text={
          narrowed
            ? "Nothing failed for the chosen service and environment."
            : "Nothing failed, so shares and rates are undefined."
        }
        action={
          <div className="flex gap-2">
            {narrowed && (
              <Button onClick={() => setFilters({ service: null, environment: null })}>
                All services and environments
              </Button>
            )}
            {!widest && (
              <Button onClick={() => setFilters({ range: "30d", from: null, to: null })}>
                Show the last 30 days
              </Button>
            )}
          </div>
        }
      />
    </div>
  );
}
