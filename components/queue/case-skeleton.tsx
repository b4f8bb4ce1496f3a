import { Skeleton, SkeletonRows } from "@/components/ui/skeleton";

/** The case page that is being read, in its own measures. */
export function CaseSkeleton() {
  return (
    <div role="status" aria-label="Loading the case">
      <Skeleton className="mb-3 h-3 w-16" />
      <Skeleton className="mb-3 h-6 w-64" />
      <Skeleton className="mb-6 h-3 w-96 max-w-full" />
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <SkeletonRows rows={8} label="Loading what is known" />
        <Skeleton className="h-64" />
      </div>
    </div>
  );
}
