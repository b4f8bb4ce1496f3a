import { ButtonLink } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";

export default function ConsoleNotFound() {
  return (
    <>
      <PageHeader
        title="There is nothing here"
        description="The address may be cut short, or you may not see what it names. A reference can be pasted above."
      />
      <ButtonLink href="/">Go to the overview</ButtonLink>
    </>
  );
}
