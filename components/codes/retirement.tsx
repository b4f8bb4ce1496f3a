"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Archive, ArchiveRestore } from "lucide-react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { describeError } from "@/lib/client/api-error";
import { restoreCode, retireCode } from "@/lib/client/codes";
import { useMay } from "@/lib/client/session";
import type { RegisteredCode } from "@/lib/contract/codes";

/** Says that a code is no longer in use, or takes it back. */
export function Retirement({ code }: { code: RegisteredCode }) {
  const queries = useQueryClient();
  const retired = code.retired_at !== null;
  const change = useMutation({
    mutationFn: () => (retired ? restoreCode(code.code) : retireCode(code.code)),
    onSuccess: () => {
      toast({ title: retired ? `${code.code} is in use again` : `${code.code} is retired` });
      void queries.invalidateQueries({ queryKey: ["codes"] });
    },
    onError: (error) => toast({ title: describeError(error).message, tone: "danger" }),
  });
  if (!useMay("tools.manage")) return null;
  return (
    <Button busy={change.isPending} onClick={() => change.mutate()}>
      {retired ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />}
      {retired ? "Take back into use" : "Retire"}
    </Button>
  );
}
