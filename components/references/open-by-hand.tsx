"use client";

import { MessageSquarePlus } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useOpen } from "@/components/ui/use-open";
import { useMay } from "@/lib/client/session";
import { UserReportDialog, type WithoutEvent } from "./user-report-dialog";

const NOTHING_KNOWN = { tool: null, tenant: null, environment: null, service: null };

type OpenByHandProps = { reference: string } & Partial<Omit<WithoutEvent, "event_id" | "reference">>;

/** Puts the user's word before those who can look, where no event is there to attach it to. */
export function OpenByHand({ reference, ...known }: OpenByHandProps) {
  const mayOpen = useMay("cases.open");
  const [open, setOpen] = useOpen<true>();
  if (!mayOpen) return null;
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        <MessageSquarePlus aria-hidden />
        Open a case
      </Button>
      {open && (
        <UserReportDialog
          about={{ event_id: null, reference, ...NOTHING_KNOWN, ...known }}
          case={null}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
