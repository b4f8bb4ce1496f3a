import { Skeleton, SkeletonRows } from "@/components/ui/skeleton";

export default function ConsoleLoading() {
  return (
    <>
      <Skeleton className="mb-6 h-6 w-40" />
      <SkeletonRows rows={8} label="Loading the page" />
    </>
  );
}
