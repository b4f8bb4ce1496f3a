import { SkeletonRows } from "@/components/ui/skeleton";

/** The list while it is read. */
export function AlertsSkeleton() {
  return <SkeletonRows rows={6} label="Loading alerts" />;
}
