"use client";

import { useId, useState } from "react";
import { z } from "zod";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Fieldset } from "@/components/ui/fieldset";
import { Segmented } from "@/components/ui/segmented";
import { serverNow } from "@/components/ui/server-clock";
import { toast } from "@/components/ui/toast";
import { instantFromDate } from "@/domain/instant";
import { addEvidence } from "@/lib/client/case-evidence";
import type { CaseDetail } from "@/lib/contract/cases";
import { changeEvidence, EMPTY_DRAFT, evidenceOf, problemsOf, verdictDraft } from "./draft";
import { EvidenceRow } from "./evidence-row";
import { focusFirstProblem } from "./focus-problem";
import { RefusalNote } from "./refusal-note";
import { useCaseWrite } from "./use-case-write";
import { useKept } from "./use-kept";

type EvidenceDialogProps = { of: CaseDetail; onClose: () => void };

const SAYS = [
  { value: "nothing", label: "Neither" },
  { value: "committed", label: "It is there" },
  { value: "absent", label: "It is not there" },
] as const;
type Says = (typeof SAYS)[number]["value"];

const kept = z.object({ says: z.enum(["nothing", "committed", "absent"]), look: verdictDraft });
const EMPTY: z.output<typeof kept> = { says: "nothing", look: EMPTY_DRAFT };

/** What is written about one look, kept until it is sent, and what keeps it from being sent. */
function useLook({ of, onClose }: EvidenceDialogProps) {
  const { value, change, clear } = useKept(`errata.evidence.${of.case_id}`, kept, EMPTY);
  const [tried, setTried] = useState(false);
  const problems = problemsOf(value.look, instantFromDate(new Date(serverNow())).iso);
  const row = value.look.evidence[0];
  const complete = problems.evidence === null && Object.keys(problems.rows).length === 0;
  const { run, isPending, error } = useCaseWrite(
    (piece: ReturnType<typeof evidenceOf>[number]) =>
      addEvidence(of.case_id, { ...piece, effect: value.says === "nothing" ? null : value.says }),
    () => {
      clear();
      toast({ title: "The evidence is added", tone: "ok" });
      onClose();
    },
  );
  const submit = (form: HTMLElement) => {
    setTried(true);
    const [piece] = evidenceOf(value.look);
    if (complete && piece) run(piece);
    else focusFirstProblem(form);
  };
  const says = (next: Says) => change({ ...value, says: next });
  return { value, row, change, says, problems: tried ? problems : null, submit, isPending, error };
}

/** Adds what was seen outside without settling: it weighs like a machine's report. */
export function EvidenceDialog(props: EvidenceDialogProps) {
  const form = useId();
  const look = useLook(props);
  const { row, value } = look;
  return (
    <Dialog
      open
      keepOnPressOutside
      title="Add evidence"
      description="What was seen outside, without an answer yet. Against a verdict that stands, it reopens the case."
      onOpenChange={(open) => !open && props.onClose()}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" form={form} variant="primary" busy={look.isPending}>
            Add it
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          look.submit(event.currentTarget);
        }}
      >
        <Fieldset label="What does it say?" error={look.problems?.evidence}>
          <Segmented label="What does it say?" value={value.says} onChange={look.says} options={SAYS} />
        </Fieldset>
        {row && (
          <EvidenceRow
            row={row}
            number={null}
            problems={look.problems?.rows[row.row]}
            onChange={(change) =>
              look.change({ ...value, look: changeEvidence(value.look, row.row, change, serverNow()) })
            }
          />
        )}
        <RefusalNote error={look.error} />
      </form>
    </Dialog>
  );
}
