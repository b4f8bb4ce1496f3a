import { ButtonLink } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";

export default function CaseNotFound() {
  return (
    <>
      <PageHeader
        title="There is no such case"
        description="The address may be cut short, or the case is one that you may not see."
      />
      <ButtonLink href="/queue">Go to the queue</ButtonLink>
    </>
  );
}
