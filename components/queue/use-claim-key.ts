"use client";

import type { RefObject } from "react";
import { focusedRowLink } from "@/components/ui/list-keys";
import { usePageKeys } from "@/components/ui/page-keys";
import { toast } from "@/components/ui/toast";
import { claimCase } from "@/lib/client/cases";
import { describeRefusal } from "./describe-refusal";
import { useFormat } from "./queue-clock";
import { useCaseWrite } from "./use-case-write";

/** Gives the list below `root` the key `c`: claims the focused row without opening it, or renews the claim. */
export function useClaimKey(root: RefObject<HTMLElement | null>, enabled: boolean): void {
  const format = useFormat();
  const { run } = useCaseWrite(
    claimCase,
    ({ tool, claim_expires_at }) =>
      toast({
        title: `You hold ${tool ?? "the case"}`,
        description: claim_expires_at && `Until ${format(claim_expires_at)}, longer while you work on it.`,
        tone: "ok",
      }),
    (error) => {
      const { title, text } = describeRefusal(error, format);
      toast({ title, description: text, tone: "danger" });
    },
  );
  const claim = () => {
    const id = focusedRowLink(root.current)?.dataset.caseId;
    if (id) run(id);
  };
  usePageKeys(enabled ? [{ keys: "c", label: "Claim the row, or renew the claim", run: claim }] : []);
}
