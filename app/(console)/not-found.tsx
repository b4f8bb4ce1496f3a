import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

export default function ConsoleNotFound() {
  return (
    <EmptyState
      title="There is nothing here"
      text="The address may be cut short, or you may not see what it names. A reference can be pasted above."
      action={<ButtonLink href="/">Go to the overview</ButtonLink>}
    />
  );
}
