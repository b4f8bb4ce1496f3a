import { SkeletonChart, SkeletonRows, SkeletonStats } from "@/components/ui/skeleton";

/** The shape of the page while it is read. */
export function RecoverySkeleton() {
  return (
    <div role="status" aria-label="Loading recovery">
      <SkeletonStats parts={["episodes", "p50", "p90", "gave up"]} />
      <SkeletonChart />
      <SkeletonRows rows={6} label="Loading codes and tools" />
    </div>
  );
}
