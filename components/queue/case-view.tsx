"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { ErrorState } from "@/components/ui/error-state";
import { usePageKeys } from "@/components/ui/page-keys";
import { StaleNotice } from "@/components/ui/stale-notice";
import { describeError } from "@/lib/client/api-error";
import { caseQuery } from "@/lib/client/cases";
import { useLive } from "@/lib/client/live";
import { useMay } from "@/lib/client/session";
import type { CaseDetail } from "@/lib/contract/cases";
import { AttachmentList } from "./attachment-list";
import { AttemptList } from "./attempt-list";
import { CaseClaim } from "./case-claim";
import { CaseDraft } from "./case-draft";
import { CaseFacts } from "./case-facts";
import { CaseHeader } from "./case-header";
import { CaseHistory } from "./case-history";
import { CaseNotices, ChangesBar } from "./case-notices";
import { CaseSkeleton } from "./case-skeleton";
import { CaseStanding } from "./case-standing";
import { DeliveryList } from "./delivery-list";
import { EvidenceList } from "./evidence-list";
import { isListBehind, lastList } from "./list-place";
import { NoteList } from "./note-list";
import { PlacesToLook } from "./places-to-look";
import { useChanges } from "./use-changes";
import { VerdictHistory } from "./verdict-history";
import { Workbench } from "./workbench";

/** One case: what is known on the left, what can be done on the right. Others' moves appear by themselves. */
export function CaseView({ case_id }: { case_id: string }) {
  const { data, error, refetch, isFetching } = useQuery(caseQuery(case_id));
  useLive({ case_id });
  const router = useRouter();
  const goBack = () => (isListBehind() ? router.back() : router.push(lastList()));
  usePageKeys([{ keys: "Escape", label: "Back to the queue", run: goBack }]);
  if (data) return <CaseContent of={data} stale={error ? describeError(error).message : null} />;
  if (error) {
    return <ErrorState {...describeError(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  return <CaseSkeleton />;
}

function CaseContent({ of, stale }: { of: CaseDetail; stale: string | null }) {
  const { news, dismiss } = useChanges(of);
  const mayWork = useMay("cases.work");
  const hasBench = mayWork || of.state !== "open";
  return (
    <CaseClaim of={of}>
      <CaseDraft of={of}>
        <div
          className={
            hasBench
              ? "grid gap-x-10 lg:grid-cols-[minmax(0,1fr)_24rem] 2xl:grid-cols-[minmax(0,1fr)_28rem]"
              : "max-w-5xl"
          }
        >
          <div className="flex min-w-0 flex-col">
            <CaseHeader of={of} />
            {stale !== null && <StaleNotice what="This page is" message={stale} />}
            <ChangesBar news={news} onDismiss={dismiss} />
            <CaseNotices of={of} />
            <CaseStanding of={of} />
            <CaseFacts of={of} />
            <KnownParts of={of} />
          </div>
          {hasBench && <Workbench of={of} />}
        </div>
      </CaseDraft>
    </CaseClaim>
  );
}

/** Everything that is known about the case, in the order in which it is looked at. */
function KnownParts({ of }: { of: CaseDetail }) {
  const mayWrite = useMay("cases.open");
  const mayReadAll = useMay("cases.read");
  return (
    <>
      <AttemptList of={of} />
      <PlacesToLook of={of} />
      <EvidenceList of={of} />
      <VerdictHistory of={of} />
      {mayReadAll && <DeliveryList case_id={of.case_id} />}
      <NoteList case_id={of.case_id} notes={of.notes ?? []} mayWrite={mayWrite} />
      <AttachmentList of={of} />
      <CaseHistory of={of} />
    </>
  );
}
