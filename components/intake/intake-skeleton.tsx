import { Skeleton, SkeletonRows } from "@/components/ui/skeleton";

/** The shape of the page of sources while it is read. */
export function IntakeSkeleton() {
  return (
    <div role="status" aria-label="Loading what came in">
      <div className="grid grid-cols-2 gap-x-6 gap-y-5 pb-6 lg:grid-cols-4">
        {["rate", "rejected", "lag", "duplicates"].map((part) => (
          <div key={part} className="flex flex-col gap-1.5">
            <Skeleton className="h-3 w-20" />
            <Skeleton className="h-7 w-24" />
            <Skeleton className="h-3 w-32" />
          </div>
        ))}
      </div>
      <div className="border-t pt-3 pb-6">
        <Skeleton className="mb-4 h-4 w-40" />
        <Skeleton className="h-64 w-full" />
      </div>
      <SkeletonRows rows={4} label="Loading sources" />
    </div>
  );
}
