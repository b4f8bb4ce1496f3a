"use client";

import { Link2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { copyText } from "@/components/ui/copy";
import { CopyButton } from "@/components/ui/copy-button";
import { PageHeader } from "@/components/ui/page-header";
import { toast } from "@/components/ui/toast";
import { baseUrl } from "@/lib/client/base-path";
import { shortReferenceHref } from "@/lib/client/reference-href";
import type { ReportAnswer } from "@/lib/contract/report";

type ReportHeadProps = { reference: string; check: ReportAnswer["check"] };

/** The reference, to copy as it is or as a short link. */
export function ReportHead({ reference, check }: ReportHeadProps) {
  return (
    <PageHeader
      title={
        <span className="flex min-w-0 items-center gap-1">
          <code className="min-w-0 break-all">{reference}</code>
          <CopyButton compact text={reference} label="Copy reference" />
        </span>
      }
      description={check === "valid" ? "Its check character fits." : undefined}
      actions={<CopyLink reference={reference} />}
    />
  );
}

/** The address is known to the browser only, so the link is made when it is asked for. */
function CopyLink({ reference }: { reference: string }) {
  const [busy, setBusy] = useState(false);
  const copy = async () => {
    setBusy(true);
    const link = baseUrl() + shortReferenceHref(reference);
    const done = await copyText(link);
    toast(
      done
        ? { title: "Short link copied", description: link, tone: "ok" }
        : { title: "The browser refused to copy", description: link, tone: "danger" },
    );
    setBusy(false);
  };
  return (
    <Button busy={busy} onClick={copy}>
      <Link2 aria-hidden />
      Copy short link
    </Button>
  );
}
