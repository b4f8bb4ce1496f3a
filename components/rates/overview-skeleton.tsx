import { Skeleton } from "@/components/ui/skeleton";

/** The overview's shape while it is read. */
export function OverviewSkeleton() {
  return (
    <div role="status" aria-label="Loading the overview">
      <div className="grid grid-cols-2 gap-x-6 gap-y-5 pb-6 lg:grid-cols-4">
        {["failures", "rate", "share", "cases"].map((part) => (
          <div key={part} className="flex flex-col gap-1.5">
            <Skeleton className="h-3 w-20" />
            <Skeleton className="h-7 w-24" />
            <Skeleton className="h-3 w-32" />
          </div>
        ))}
      </div>
      <div className="grid gap-x-8 xl:grid-cols-2">
        {["failures", "share"].map((part) => (
          <div key={part} className="border-t pt-3 pb-6">
            <Skeleton className="mb-4 h-4 w-40" />
            <Skeleton className="h-64 w-full" />
          </div>
        ))}
      </div>
    </div>
  );
}
