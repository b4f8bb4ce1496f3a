"use client";

import { useState } from "react";
import { formatCount, formatShare } from "@/components/charts/prepare-format";
import { CodeBlock } from "@/components/ui/code-block";
import { Dialog } from "@/components/ui/dialog";
import { TabPanel, Tabs } from "@/components/ui/tabs";
import { pythonStub, typescriptStub } from "@/domain/mapping-stub";
import { useMay } from "@/lib/client/session";
import type { WorklistGroup } from "@/lib/contract/unmapped";
import { describeGroup, unsafeness } from "./group-words";
import { MarkForm } from "./mark-form";

type GroupDialogProps = {
  group: WorklistGroup;
  showsFrames: boolean;
  onClose: () => void;
};

/** How a group is mapped: what is known, what the mapping may look like, and that it was done. */
export function GroupDialog({ group, showsFrames, onClose }: GroupDialogProps) {
  const { what, where } = describeGroup(group);
  const mayMark = useMay("tools.manage");
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={
        <span className="break-all">
          <code>{group.tool}</code> · <code>{what}</code>
        </span>
      }
      description={where ?? undefined}
      keepOnPressOutside
    >
      <div className="flex flex-col gap-5">
        <p className="text-sm">
          {formatCount(group.events)} failures in this range
          {group.share !== null && `; a mapping takes ${formatShare(group.share)} off the unmapped share`}.
        </p>
        <UnsafeNote group={group} />
        {group.kind === "malformed" ? <MalformedNote /> : showsFrames && <Stubs group={group} />}
        {mayMark && <MarkForm group={group} onDone={onClose} />}
      </div>
    </Dialog>
  );
}

function UnsafeNote({ group }: { group: WorklistGroup }) {
  const unsafe = unsafeness(group);
  if (unsafe === "no") return null;
  return (
    <p className="border-danger border-l-2 pl-3 text-sm">
      {formatCount(group.unsafe)} of them invited a repeat without an idempotency key
      {unsafe === "yes"
        ? ", and the tool writes: each repeat may have done it twice. Until it is mapped it should not be retryable."
        : ". Nobody has said whether the tool writes; if it does, each repeat may have done it twice."}
    </p>
  );
}

function MalformedNote() {
  return (
    <p className="max-w-prose text-muted text-sm">
      A code is a token your team owns, such as <code>card_declined</code>: lower case, digits, dots and
      underscores. What was sent instead is kept with each event as <code>code_sent</code>; no group, series
      or alert keys on it. Send a code, and keep the number or the words for the message.
    </p>
  );
}

type Language = "python" | "typescript";

function Stubs({ group }: { group: WorklistGroup }) {
  const [language, setLanguage] = useState<Language>(group.language === "python" ? "python" : "typescript");
  return (
    <Tabs
      label="Language of the stub"
      value={language}
      onChange={setLanguage}
      tabs={[
        { value: "python", label: "Python" },
        { value: "typescript", label: "TypeScript" },
      ]}
    >
      <TabPanel value="python">
        <CodeBlock code={pythonStub(group)} label="mapping in Python" />
      </TabPanel>
      <TabPanel value="typescript">
        <CodeBlock code={typescriptStub(group)} label="mapping in TypeScript" />
      </TabPanel>
    </Tabs>
  );
}
