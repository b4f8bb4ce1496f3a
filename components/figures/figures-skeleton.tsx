import { Skeleton, SkeletonRows, SkeletonStats } from "@/components/ui/skeleton";

const STATS = ["open", "overdue", "settle", "reopened"];

/** The page's shape while it is read. */
export function FiguresSkeleton() {
  return (
    <div role="status" aria-label="Loading the figures">
      <SkeletonStats parts={STATS} />
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
