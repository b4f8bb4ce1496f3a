"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { ErrorState } from "@/components/ui/error-state";
import { describeError } from "@/lib/client/api-error";
import { landOn, lookUpPaste, rememberPaste, usePaste } from "@/lib/client/paste";
import type { LookUpAnswer } from "@/lib/contract/references";
import { Answer } from "./answer";
import { LookUpForm } from "./look-up-form";
import { WhatToPaste } from "./what-to-paste";

/** Paste anything; what it led to stands below. Takes over what was pasted into the header's box. */
export function LookUpPanel() {
  const paste = usePaste();
  const router = useRouter();
  const lookUp = useMutation({
    mutationFn: lookUpPaste,
    onMutate: () => rememberPaste(null),
    onSuccess: (href) => {
      if (href !== null && href !== "/references") router.push(href);
    },
  });
  const onAnswer = (answer: LookUpAnswer) => {
    const [match] = answer.matches;
    if (answer.answer === "found" && match) router.push(landOn(paste?.q ?? "", match));
    else if (paste) rememberPaste({ q: paste.q, answer, at_ms: Date.now() });
  };
  return (
    <div className="flex max-w-4xl flex-col gap-6">
      {/* A paste of the header's box arrives while this page may be open already. */}
      <LookUpForm
        key={`form ${paste?.at_ms}`}
        initial={paste?.q ?? lookUp.variables ?? ""}
        busy={lookUp.isPending}
        onLookUp={lookUp.mutate}
        onClear={() => {
          rememberPaste(null);
          lookUp.reset();
        }}
      />
      {lookUp.error && (
        <ErrorState
          title="This could not be looked up"
          {...describeError(lookUp.error)}
          onRetry={() => lookUp.mutate(lookUp.variables)}
          retrying={lookUp.isPending}
        />
      )}
      {!paste && lookUp.isIdle && <WhatToPaste />}
      {paste && !lookUp.isPending && (
        <Answer key={`answer ${paste.at_ms}`} q={paste.q} answer={paste.answer} onAnswer={onAnswer} />
      )}
    </div>
  );
}
