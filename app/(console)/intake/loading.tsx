import { IntakeSkeleton } from "@/components/intake/intake-skeleton";

export default function IntakeLoading() {
  return <IntakeSkeleton />;
}
