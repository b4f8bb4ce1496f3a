import { ButtonLink } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";

export default function NotFound() {
  return (
    <main className="mx-auto max-w-xl px-4 py-16">
      <PageHeader
        title="There is nothing here"
        description="The address may be cut short or belong to another installation."
      />
      <ButtonLink href="/">Go to the overview</ButtonLink>
    </main>
  );
}
