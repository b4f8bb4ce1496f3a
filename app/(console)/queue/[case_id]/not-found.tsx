import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

export default function CaseNotFound() {
  return (
    <EmptyState
      title="There is no such case"
      text="The address may be cut short, or the case is one that you may not see."
      action={<ButtonLink href="/queue">Go to the queue</ButtonLink>}
    />
  );
}
