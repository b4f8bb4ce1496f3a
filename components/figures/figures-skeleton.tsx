import { Skeleton, SkeletonRows } from "@/components/ui/skeleton";

const STATS = ["open", "overdue", "settle", "reopened"];

/** The page's shape while it is read. */
export function FiguresSkeleton() {
  return (
    <div role="status" aria-label="Loading the figures">
      <div className="grid grid-cols-2 gap-x-6 gap-y-5 pb-6 lg:grid-cols-4">
        {STATS.map((stat) => (
          <div key={stat} className="flex flex-col gap-2">
            <Skeleton className="h-3 w-24" />
            <Skeleton className="h-7 w-20" />
            <Skeleton className="h-3 w-32" />
          </div>
        ))}
      </div>
      <div className="grid gap-x-8 lg:grid-cols-2">
        {STATS.map((part) => (
          <div key={part} className="border-t pt-3 pb-6">
            <Skeleton className="mb-4 w-40" />
            <SkeletonRows rows={5} />
          </div>
        ))}
      </div>
    </div>
  );
}
