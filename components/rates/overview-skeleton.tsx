import { SkeletonChart, SkeletonStats } from "@/components/ui/skeleton";

/** The overview's shape while it is read. */
export function OverviewSkeleton() {
  return (
    <div role="status" aria-label="Loading the overview">
      <SkeletonStats parts={["failures", "rate", "share", "cases"]} />
      <div className="grid gap-x-8 xl:grid-cols-2">
        {["failures", "share"].map((part) => (
          <SkeletonChart key={part} />
        ))}
      </div>
    </div>
  );
}
