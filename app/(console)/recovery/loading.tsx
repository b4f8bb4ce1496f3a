import { RecoverySkeleton } from "@/components/recovery/recovery-skeleton";

export default function RecoveryLoading() {
  return <RecoverySkeleton />;
}
