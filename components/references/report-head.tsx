import { useEffect, useRef } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { PageHeader } from "@/components/ui/page-header";
import { takeLanding, useLanding } from "@/lib/client/paste";
import { shortReferenceHref } from "@/lib/client/reference-href";
import type { ReportAnswer } from "@/lib/contract/report";
import { CopyLink } from "./copy-link";
import { landingWords } from "./landing-words";

type ReportHeadProps = {
  reference: string;
  check: ReportAnswer["check"];
  /** Whether there is anything that a link could lead to */
  known: boolean;
};

/** The reference, to copy as it is or as a short link. Whoever pasted it finds the focus here. */
export function ReportHead({ reference, check, known }: ReportHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takeLanding(reference)) heading.current?.focus({ preventScroll: true });
  }, [reference]);
  const landing = useLanding(reference);
  const said = [
    landing && landingWords(landing),
    check === "valid" ? "Its check character fits." : null,
  ].filter((words) => words !== null);
  return (
    <PageHeader
      titleRef={heading}
      title={
        <span className="flex min-w-0 items-center gap-1">
          <code dir="auto" className="min-w-0 break-all">
            {reference}
          </code>
          <CopyButton compact text={reference} label="Copy reference" />
        </span>
      }
      description={said.length > 0 ? said.join(" ") : undefined}
      actions={known && <CopyLink path={shortReferenceHref(reference)} label="Copy short link" />}
    />
  );
}
