import { SkeletonChart, SkeletonRows } from "@/components/ui/skeleton";

/** The page's shape while it is read. */
export function UnmappedSkeleton() {
  return (
    <div role="status" aria-label="Loading what is unmapped">
      <div className="grid gap-x-8 xl:grid-cols-2">
        {["share", "burn-down"].map((part) => (
          <SkeletonChart key={part} />
        ))}
      </div>
      <SkeletonRows rows={8} label="Loading the worklist" />
    </div>
  );
}
