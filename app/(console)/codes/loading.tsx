import { CodesSkeleton } from "@/components/codes/codes-skeleton";
import { PageHeader } from "@/components/ui/page-header";

export default function Loading() {
  return (
    <>
      <PageHeader title="Codes" />
      <CodesSkeleton />
    </>
  );
}
