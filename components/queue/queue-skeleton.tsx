import { Skeleton } from "@/components/ui/skeleton";

/** The list that is being read, in its own measures. */
export function QueueSkeleton() {
  return (
    <div role="status" aria-label="Loading cases">
      {Array.from({ length: 8 }, (_, row) => (
        <div key={row} className="flex h-13 items-center gap-6 border-b last:border-b-0">
          <div className="flex w-64 flex-col gap-2">
            <Skeleton className="h-3 w-28" />
            <Skeleton className="h-2.5 w-48" />
          </div>
          <Skeleton className="h-3 flex-1 max-sm:hidden" />
          <Skeleton className="h-3 w-28" />
        </div>
      ))}
    </div>
  );
}
