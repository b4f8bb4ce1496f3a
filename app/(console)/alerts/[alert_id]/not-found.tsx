import { ButtonLink } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";

export default function AlertNotFound() {
  return (
    <>
      <PageHeader
        title="There is no such alert"
        description="The address may be cut short, the alert removed, or one that you may not see. What it did stays in the history."
      />
      <ButtonLink href="/alerts">Go to the alerts</ButtonLink>
    </>
  );
}
