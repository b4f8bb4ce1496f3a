import { FiguresSkeleton } from "@/components/figures/figures-skeleton";
import { PageHeader } from "@/components/ui/page-header";

export default function FiguresLoading() {
  return (
    <>
      <PageHeader title="Figures" description="How the queue does." />
      <FiguresSkeleton />
    </>
  );
}
