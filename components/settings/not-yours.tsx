import { Lock } from "lucide-react";
import { EmptyState } from "@/components/ui/empty-state";

/** A page of the settings that this person's roles do not open. */
export function NotYours() {
  return (
    <EmptyState
      icon={<Lock aria-hidden />}
      title="Your roles do not open this page"
      text="An admin can give you the role it needs. What you may do stands in your profile."
    />
  );
}
