"use client";

import { Download, Eye, EyeOff, Gavel, MoonStar, ShieldAlert, Sun, UserPlus } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { usePageKeys } from "@/components/ui/page-keys";
import { useOpen } from "@/components/ui/use-open";
import { wakeCase, watchCase } from "@/lib/client/cases";
import { useMay } from "@/lib/client/session";
import type { CaseDetail } from "@/lib/contract/cases";
import { AssignDialog } from "./assign-dialog";
import { EscalateDialog } from "./escalate-dialog";
import { exportHref } from "./export-href";
import { focusVerdictForm } from "./focus-verdict-form";
import { SnoozeDialog } from "./snooze-dialog";
import { useInstantWrite } from "./use-instant-write";

type Surface = "assign" | "snooze" | "escalate";

/** What can be done with a case beside settling it; each has its key. */
export function CaseToolbar({ of }: { of: CaseDetail }) {
  const mayWork = useMay("cases.work");
  const mayReadAll = useMay("cases.read");
  const [surface, show] = useOpen<Surface>();
  const close = () => show(null);
  return (
    <div className="-ml-2 flex flex-wrap items-center">
      {mayWork && of.state === "open" && (
        <Button size="sm" variant="quiet" className="text-accent lg:hidden" onClick={focusVerdictForm}>
          <Gavel aria-hidden />
          Settle
        </Button>
      )}
      {mayWork && of.state !== "settled" && <AssignAction onOpen={() => show("assign")} />}
      {mayWork && of.state === "open" && <OpenActions of={of} show={show} />}
      <WatchAction of={of} />
      {mayReadAll && <ExportMenu of={of} />}
      {surface === "assign" && <AssignDialog of={of} onClose={close} />}
      {surface === "snooze" && <SnoozeDialog of={of} onClose={close} />}
      {surface === "escalate" && <EscalateDialog of={of} onClose={close} />}
    </div>
  );
}

function AssignAction({ onOpen }: { onOpen: () => void }) {
  return <Action keys="a" label="Assign" long="Assign to somebody" icon={<UserPlus />} run={onOpen} />;
}

function OpenActions({ of, show }: { of: CaseDetail; show: (surface: Surface) => void }) {
  const wake = useInstantWrite(() => wakeCase(of.case_id), "It is back in the open view");
  return (
    <>
      {of.snoozed_until === null ? (
        <Action
          keys="z"
          label="Snooze"
          long="Put aside for a while"
          icon={<MoonStar />}
          run={() => show("snooze")}
        />
      ) : (
        <Action keys="z" label="Wake" long="Back into the open view" icon={<Sun />} run={wake.run} />
      )}
      {of.escalated_at === null && (
        <Action
          keys="e"
          label="Escalate"
          long="Escalate to another pair of eyes"
          icon={<ShieldAlert />}
          run={() => show("escalate")}
        />
      )}
    </>
  );
}

function WatchAction({ of: { case_id, watched } }: { of: CaseDetail }) {
  const { run } = useInstantWrite(
    () => watchCase(case_id, !watched),
    watched ? "You are no longer told about this case" : "You will be told what becomes of this case",
  );
  if (watched === undefined) return null;
  return (
    <Action
      keys="w"
      label={watched ? "Watching" : "Watch"}
      long={watched ? "Stop watching" : "Watch: be told what becomes of it"}
      icon={watched ? <Eye /> : <EyeOff />}
      pressed={watched}
      run={run}
    />
  );
}

function ExportMenu({ of: { case_id } }: { of: CaseDetail }) {
  return (
    <Menu
      trigger={
        <Button size="sm" variant="quiet">
          <Download aria-hidden />
          Export
        </Button>
      }
    >
      <MenuItem href={exportHref(case_id, "md")} download>
        To read: Markdown
      </MenuItem>
      <MenuItem href={exportHref(case_id, "json")} download>
        For a program: JSON
      </MenuItem>
    </Menu>
  );
}

type ActionProps = {
  keys: string;
  label: string;
  /** As the list of keys says it */
  long: string;
  icon: ReactNode;
  /** For what is on or off */
  pressed?: boolean;
  run: () => void;
};

function Action({ keys, label, long, icon, pressed, run }: ActionProps) {
  usePageKeys([{ keys, label: long, run }]);
  return (
    <Button
      size="sm"
      variant="quiet"
      aria-keyshortcuts={keys}
      aria-pressed={pressed}
      title={`${long} (${keys})`}
      onClick={run}
    >
      {icon}
      {label}
    </Button>
  );
}
