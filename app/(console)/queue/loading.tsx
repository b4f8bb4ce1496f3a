import { QueueSkeleton } from "@/components/queue/queue-skeleton";
import { PageHeader } from "@/components/ui/page-header";

export default function QueueLoading() {
  return (
    <>
      <PageHeader title="Queue" description="Effects nobody knows yet." />
      <QueueSkeleton />
    </>
  );
}
