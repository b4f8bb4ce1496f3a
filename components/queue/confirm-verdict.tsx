"use client";

import { useEffect, useRef } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Kbd } from "@/components/ui/kbd";
import { toast } from "@/components/ui/toast";
import type { Ruling } from "@/domain/verdict";
import { issueVerdict } from "@/lib/client/cases";
import type { CaseDetail } from "@/lib/contract/cases";
import type { Commit } from "./commits-against";
import type { VerdictToSend } from "./draft";
import { OverruledList } from "./overruled-list";
import { useFormat } from "./queue-clock";
import { RefusalNote } from "./refusal-note";
import { TellsExactly } from "./tells-exactly";
import { seenIn } from "./told-json";
import { useCaseWrite } from "./use-case-write";
import { useSecondPerson } from "./use-second-person";
import { cautionOf, describeIssued, describeRuling } from "./verdict-words";

type ConfirmVerdictProps = {
  of: CaseDetail;
  /** Made once: however often it is sent, it is the same verdict */
  request: VerdictToSend;
  ruling: Ruling;
  /** The evidence that says the opposite, which was looked at */
  over: readonly Commit[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Whether the refusal has found its place in the form */
  onRefused: (error: unknown) => boolean;
  onSent: () => void;
};

/** The last look: what the runtime will be told, in words, and on what grounds. */
export function ConfirmVerdict(props: ConfirmVerdictProps) {
  const { of, request, ruling, over, open, onOpenChange, onRefused, onSent } = props;
  const second = useSecondPerson(of.tool);
  const { run, isPending, error, reset } = useCaseWrite(
    () => issueVerdict(of.case_id, request),
    ({ state }) => {
      toast({ title: describeIssued(state), tone: "ok" });
      onOpenChange(false);
      onSent();
    },
    (refusal) => {
      if (onRefused(refusal)) reset();
    },
  );
  useConfirmKey(open, () => run(undefined));
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        reset();
        onOpenChange(next);
      }}
      title={second ? "Propose this verdict?" : "Send this verdict?"}
      confirm={second ? "Propose it" : "Send it"}
      busy={isPending}
      onConfirm={() => run(undefined)}
      error={error && <RefusalNote error={error} />}
    >
      <Summary {...{ of, request, ruling, over, second }} />
    </ConfirmDialog>
  );
}

/** The keys that brought the last look also end it; held down they do nothing. */
function useConfirmKey(open: boolean, confirm: () => void): void {
  const latest = useRef(confirm);
  useEffect(() => {
    latest.current = confirm;
  });
  useEffect(() => {
    if (!open) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.repeat) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [open]);
}

type SummaryProps = Pick<ConfirmVerdictProps, "of" | "request" | "ruling" | "over"> & { second: boolean };

function Summary({ of, request, ruling, over, second }: SummaryProps) {
  const format = useFormat();
  const caution = cautionOf(ruling);
  return (
    <div className="flex flex-col gap-3">
      <p className="text-ink">
        {second ? "If another person agrees, the runtime will be told: " : "The runtime will be told: "}
        <strong className="font-semibold">{describeRuling(ruling, format)}</strong>.
      </p>
      {caution !== null && <p>{caution}</p>}
      <TellsExactly ruling={ruling} seen={seenIn(request.evidence)} />
      <p className="break-words">
        {of.tool}
        {of.idempotency_key !== null && (
          <>
            , key <code>{of.idempotency_key}</code>
          </>
        )}
        {of.tenant !== null && `, ${of.tenant}`}
      </p>
      <ul className="flex list-disc flex-col gap-1 pl-4">
        {request.evidence.map((piece, index) => (
          <li key={index} className="break-words">
            Seen {format(piece.observed_at)}:{" "}
            {[piece.external_id, piece.url, piece.note].filter(Boolean).join(" · ")}
          </li>
        ))}
      </ul>
      <OverruledList commits={over} />
      <p className="text-xs">
        <Kbd>Ctrl ↵</Kbd> {second ? "proposes" : "sends"} it.
      </p>
    </div>
  );
}
