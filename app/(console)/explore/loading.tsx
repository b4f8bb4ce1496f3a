import { SkeletonChart } from "@/components/ui/skeleton";

export default function ExploreLoading() {
  return (
    <div role="status" aria-label="Loading the chart">
      <SkeletonChart />
    </div>
  );
}
