import { CaseSkeleton } from "@/components/queue/case-skeleton";

export default function CaseLoading() {
  return <CaseSkeleton />;
}
