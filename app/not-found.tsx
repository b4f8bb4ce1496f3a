import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

export default function NotFound() {
  return (
    <main className="mx-auto max-w-xl px-4 py-16">
      <EmptyState
        title="There is nothing here"
        text="The address may be cut short or belong to another installation."
        action={<ButtonLink href="/">Go to the overview</ButtonLink>}
      />
    </main>
  );
}
