import { Skeleton, SkeletonRows } from "@/components/ui/skeleton";

/** The registry's shape while it is read. */
export function CodesSkeleton() {
  return (
    <div role="status" aria-label="Loading codes">
      <Skeleton className="mb-4 h-8 w-80 max-w-full" />
      <SkeletonRows rows={12} label="Loading the registry" />
    </div>
  );
}
