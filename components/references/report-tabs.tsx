"use client";

import { Braces, Layers, MessageSquareQuote } from "lucide-react";
import { useQueryState } from "nuqs";
import { usePageKeys } from "@/components/ui/page-keys";
import { TabPanel, Tabs } from "@/components/ui/tabs";
import type { ReportAnswer } from "@/lib/contract/report";
import { FramesTab } from "./frames-tab";
import { ModelTab } from "./model-tab";
import { parseTab } from "./report-tab";
import { SayTab } from "./say-tab";

/** On a phone the words need the room: the last tab's count would be cut off. */
const ICON = "max-sm:hidden";

/** One failure for three audiences, apart from each other. The tab stands in the URL. */
export function ReportTabs({ report, event }: { report: ReportAnswer; event: string | null }) {
  const [tab, setTab] = useQueryState("tab", parseTab);
  usePageKeys([
    { keys: "1", label: "Say to the user", run: () => setTab("say") },
    { keys: "2", label: "What the model got", run: () => setTab("model") },
    { keys: "3", label: "Frames", run: () => setTab("frames") },
  ]);
  return (
    <div className="min-w-0">
      <Tabs
        label="For whom"
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: "say",
            label: "Say to the user",
            icon: <MessageSquareQuote aria-hidden className={ICON} />,
          },
          { value: "model", label: "What the model got", icon: <Braces aria-hidden className={ICON} /> },
          {
            value: "frames",
            label: "Frames",
            icon: <Layers aria-hidden className={ICON} />,
            count: report.frames.recorded || undefined,
          },
        ]}
      >
        <TabPanel value="say">
          <SayTab report={report} />
        </TabPanel>
        <TabPanel value="model">
          <ModelTab report={report} />
        </TabPanel>
        <TabPanel value="frames">
          <FramesTab report={report} event={event} />
        </TabPanel>
      </Tabs>
    </div>
  );
}
