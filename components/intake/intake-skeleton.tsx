import { SkeletonChart, SkeletonRows, SkeletonStats } from "@/components/ui/skeleton";

/** The shape of the page of sources while it is read. */
export function IntakeSkeleton() {
  return (
    <div role="status" aria-label="Loading what came in">
      <SkeletonStats parts={["rate", "rejected", "lag", "duplicates"]} />
      <SkeletonChart />
      <SkeletonRows rows={4} label="Loading sources" />
    </div>
  );
}
