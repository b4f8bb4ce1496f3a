"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { ErrorState } from "@/components/ui/error-state";
import { usePageKeys } from "@/components/ui/page-keys";
import { SkeletonRows } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { describeError } from "@/lib/client/api-error";
import { quarantinedQuery, reopenQuarantined } from "@/lib/client/quarantine";
import type { QuarantineItem } from "@/lib/contract/quarantine";
import { QuarantineDetail } from "./quarantine-detail";

type OpenedProps = {
  id: number;
  listed: QuarantineItem | undefined;
  mayManage: boolean;
  onClose: () => void;
  onAct: (kind: "mend" | "dismiss") => void;
  onChanged: () => void;
};

/** The item that the address names, beside the list or in its place. */
export function Opened({ id, listed, mayManage, onClose, onAct, onChanged }: OpenedProps) {
  usePageKeys([{ keys: "Escape", shown: "Esc", label: "Back to the list", run: onClose }]);
  const one = useQuery({ ...quarantinedQuery(id), enabled: listed === undefined });
  const item = listed ?? one.data;
  const reopen = useMutation({
    mutationFn: () => reopenQuarantined({ ids: [id] }),
    onSuccess: onChanged,
    onError: (error) =>
      toast({
        title: "It could not be opened again",
        description: describeError(error).message,
        tone: "danger",
      }),
  });
  return (
    <div className="min-w-0 lg:sticky lg:top-[calc(var(--header-height)+1rem)] lg:max-h-[calc(100dvh-var(--header-height)-2rem)] lg:self-start lg:overflow-y-auto lg:border-l lg:pl-6">
      {item !== undefined ? (
        <QuarantineDetail
          item={item}
          mayManage={mayManage}
          onClose={onClose}
          onMend={() => onAct("mend")}
          onDismiss={() => onAct("dismiss")}
          onReopen={() => reopen.mutate()}
        />
      ) : one.error ? (
        <ErrorState {...describeError(one.error)} onRetry={() => void one.refetch()} />
      ) : (
        <SkeletonRows label="Loading the item" />
      )}
    </div>
  );
}
