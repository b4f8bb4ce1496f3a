"use client";

import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { TabPanel, Tabs } from "@/components/ui/tabs";
import type { Tool } from "@/lib/contract/tools";
import { toolDraft } from "./tool-draft";
import { ToolProbe } from "./tool-probe";
import type { ProbeDraft } from "./tool-probe-draft";
import { ToolSettings } from "./tool-settings";

type Tab = "settings" | "probe";

type ToolDialogProps = {
  /** Null: one that has not failed yet */
  tool: Tool | null;
  onClose: () => void;
};

/** Declares what people know about a tool, and how its outside system is asked. */
export function ToolDialog({ tool, onClose }: ToolDialogProps) {
  const [tab, setTab] = useState<Tab>("settings");
  const [draft, setDraft] = useState(() => toolDraft(tool));
  const [probe, setProbe] = useState<ProbeDraft | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useId();
  const settings = (
    <ToolSettings
      isNew={tool === null}
      draft={draft}
      onDraft={setDraft}
      form={form}
      onBusy={setBusy}
      onSaved={onClose}
    />
  );
  return (
    <Dialog
      open
      keepOnPressOutside
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={tool ? <span className="break-all">{tool.tool}</span> : "Declare a tool"}
      description={
        tab === "probe"
          ? "How Errata asks the outside system whether an effect is there."
          : "Cases that are open get their new times at once."
      }
      footer={
        <>
          <DialogClose>
            <Button>{tab === "probe" ? "Close" : "Cancel"}</Button>
          </DialogClose>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            {tab === "probe" ? "Save the probe" : "Save"}
          </Button>
        </>
      }
    >
      {tool === null ? (
        settings
      ) : (
        <Tabs
          label="What is declared"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: "settings", label: "Rules and places" },
            { value: "probe", label: "Probe" },
          ]}
        >
          <TabPanel value="settings">{settings}</TabPanel>
          <TabPanel value="probe">
            <ToolProbe tool={tool.tool} held={probe} onHold={setProbe} form={form} onBusy={setBusy} />
          </TabPanel>
        </Tabs>
      )}
    </Dialog>
  );
}
