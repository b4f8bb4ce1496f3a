"use client";

import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { z } from "zod";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Select, Textarea } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { assigneesQuery, escalateCase } from "@/lib/client/cases";
import { useSession } from "@/lib/client/session";
import type { CaseDetail } from "@/lib/contract/cases";
import { RefusalNote } from "./refusal-note";
import { useCaseWrite } from "./use-case-write";
import { useKept } from "./use-kept";

type EscalateDialogProps = { of: CaseDetail; onClose: () => void };

const TEXT = z.string();

function useEscalation({ of, onClose }: EscalateDialogProps) {
  const { value: reason, change, clear } = useKept(`errata.escalation.${of.case_id}`, TEXT, "");
  const [to, setTo] = useState("");
  const [tried, setTried] = useState(false);
  const text = reason.trim();
  const { run, isPending, error } = useCaseWrite(
    () => escalateCase(of.case_id, { reason: text, ...(to !== "" && { assign_to: to }) }),
    () => {
      clear();
      toast({ title: "Escalated", description: "Take-next gives it to anybody but you.", tone: "ok" });
      onClose();
    },
  );
  const submit = () => {
    setTried(true);
    if (text !== "") run(undefined);
  };
  return { reason, change, to, setTo, missing: tried && text === "", submit, isPending, error };
}

/** Hands a case to another pair of eyes, with the reason that they will read. */
export function EscalateDialog({ of, onClose }: EscalateDialogProps) {
  const first = useRef<HTMLTextAreaElement>(null);
  const { id } = useSession();
  const escalation = useEscalation({ of, onClose });
  const people = useQuery(assigneesQuery(of.case_id)).data ?? [];
  return (
    <FormDialog
      size="sm"
      keepOnPressOutside
      initialFocus={first}
      title="Escalate this case"
      description="It stays open and stands out; you no longer hold it."
      submit="Escalate it"
      busy={escalation.isPending}
      refused={escalation.missing || escalation.error}
      onSubmit={escalation.submit}
      onClose={onClose}
    >
      <Field
        label="Why can you not settle it?"
        hint="Stands among the notes, for everybody who sees the case."
        error={escalation.missing ? "Say why, so that the next person knows where to begin." : undefined}
      >
        <Textarea
          ref={first}
          rows={3}
          value={escalation.reason}
          onChange={(event) => escalation.change(event.target.value)}
        />
      </Field>
      <Field label="For" optional>
        <Select
          value={escalation.to}
          placeholder="Anybody else"
          options={people
            .filter(({ person_id }) => person_id !== id)
            .map(({ person_id, name }) => ({ value: person_id, label: name }))}
          onChange={(event) => escalation.setTo(event.target.value)}
        />
      </Field>
      <RefusalNote error={escalation.error} />
    </FormDialog>
  );
}
