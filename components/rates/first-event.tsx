"use client";

import Link from "next/link";
import { useState, useSyncExternalStore } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import { TabPanel, Tabs } from "@/components/ui/tabs";
import { baseUrl } from "@/lib/client/base-path";
import { useMay } from "@/lib/client/session";
import { firstEventCommand, LANGUAGES, type Language } from "./first-event-commands";

const never = () => () => {};

/** The empty console: how to send the first event, while it is being waited for. */
export function FirstEvent() {
  const [language, setLanguage] = useState<Language>("curl");
  const mayMakeKeys = useMay("keys.manage");
  const base = useSyncExternalStore(never, baseUrl, () => "");
  return (
    <section aria-labelledby="first-event" className="max-w-3xl border-t pt-4">
      <h2 id="first-event" className="font-semibold text-lg">
        No failures yet
      </h2>
      <p className="pt-1 text-muted">
        Send the first one. The body that a tool returns to its model, with the tool's name, is an event as it
        is.
        {mayMakeKeys ? (
          <>
            {" "}
            Make a key with the scope <code>ingest</code> under{" "}
            <Link href="/settings" className="text-accent underline underline-offset-2">
              Settings
            </Link>{" "}
            and put it into <code>ERRATA_KEY</code>.
          </>
        ) : (
          " An admin can give you a key for it."
        )}
      </p>
      <div className="pt-3">
        <Tabs label="How to send it" value={language} onChange={setLanguage} tabs={LANGUAGES}>
          {LANGUAGES.map(({ value, label }) => (
            <TabPanel key={value} value={value}>
              <CodeBlock code={firstEventCommand(value, base)} label={`${label} command`} />
            </TabPanel>
          ))}
        </Tabs>
      </div>
      <p role="status" className="flex items-center gap-2 pt-4 text-muted">
        <span aria-hidden className="size-2 animate-pulse rounded-full bg-accent" />
        Waiting for your first event. It appears here by itself.
      </p>
    </section>
  );
}
