import { PageHeader } from "@/components/ui/page-header";
import { UnmappedSkeleton } from "@/components/unmapped/unmapped-skeleton";

export default function Loading() {
  return (
    <>
      <PageHeader title="Unmapped" />
      <UnmappedSkeleton />
    </>
  );
}
