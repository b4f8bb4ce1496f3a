import { CopyButton } from "@/components/ui/copy-button";
import { IntentLink } from "@/components/ui/intent-link";

type ReferenceChipProps = {
  reference: string;
  /** Where it leads; from `referenceHref`. Left out: text only */
  href?: string;
  /** With a copy button */
  copy?: boolean;
};

/** A reference in mono with a slashed zero, linked and copyable; long ones are cut only for the eye. */
export function ReferenceChip({ reference, href, copy }: ReferenceChipProps) {
  const text = (
    <code title={reference} className="block max-w-56 truncate">
      {reference}
    </code>
  );
  return (
    <span className="inline-flex min-w-0 items-center gap-1">
      {href ? (
        <IntentLink href={href} className="min-w-0 text-accent underline-offset-2 hover:underline">
          {text}
        </IntentLink>
      ) : (
        text
      )}
      {copy && <CopyButton compact text={reference} label="Copy reference" />}
    </span>
  );
}
