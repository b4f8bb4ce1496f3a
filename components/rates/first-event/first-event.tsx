"use client";

import { useState, useSyncExternalStore } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import { TabPanel, Tabs } from "@/components/ui/tabs";
import { mintReference } from "@/domain/reference";
import { baseUrl } from "@/lib/client/base-path";
import { useMay } from "@/lib/client/session";
import { KeyForIt } from "./key-for-it";
import { SAVED_AS, snippetsOf, WAYS, type Way } from "./snippets";
import { Waiting } from "./waiting";
import { WAY_NOTES } from "./ways";

type FirstEventProps = {
  /** Whether an event has come while this was looked at */
  arrived?: boolean;
  /** Leads on, once one has */
  onDone?: () => void;
};

/** The empty console: how to report a first failure by what a team has already, while it is being waited for. */
export function FirstEvent({ arrived = false, onDone }: FirstEventProps) {
  const [way, setWay] = useState<Way>("curl");
  const [key, setKey] = useState<string | null>(null);
  const mayMakeKeys = useMay("keys.manage");
  const base = useSyncExternalStore(never, baseUrl, () => "");
  const reference = useSyncExternalStore(never, ownReference, () => "");
  const first = { base, key: key ?? "YOUR_KEY", reference };
  return (
    <section aria-labelledby="first-event" className="max-w-3xl border-t pt-4">
      <h2 id="first-event" className="font-semibold text-lg">
        {arrived ? "The first failure is here" : "No failures yet"}
      </h2>
      <p className="pt-1 pb-3 text-muted">
        Report the first one. What a tool returns to its model, with the tool's name, is an event as it is.
        {!mayMakeKeys && " An admin can give you a key with the scope ingest for it."}
      </p>
      {mayMakeKeys && <KeyForIt made={key} onMade={setKey} />}
      <div className="pt-3">
        <Tabs label="How to report it" value={way} onChange={setWay} tabs={WAYS}>
          {WAYS.map(({ value }) => (
            <TabPanel key={value} value={value}>
              <WayPanel way={value} first={first} />
            </TabPanel>
          ))}
        </Tabs>
      </div>
      {reference !== "" && <Waiting reference={reference} arrived={arrived} onDone={onDone} />}
    </section>
  );
}

const never = () => () => {};

let minted: string | null = null;

/** One for as long as the page stands, so that what was copied is what is waited for. */
function ownReference(): string {
  minted ??= mintReference();
  return minted;
}

function WayPanel({ way, first }: { way: Way; first: Parameters<typeof snippetsOf>[1] }) {
  const { needs, next } = WAY_NOTES[way];
  const snippets = snippetsOf(way, first);
  const saved = snippets.map(({ language }) => SAVED_AS[language]).find((as) => as !== null);
  return (
    <div className="flex flex-col gap-3 text-sm">
      {needs && <p className="text-muted">{needs}</p>}
      {snippets.map(({ label, code }) => (
        <CodeBlock key={label} code={code} label={label} />
      ))}
      {saved && (
        <p className="text-muted">
          Save the program as <code>{saved.file}</code> and run <code>{saved.run}</code>.
        </p>
      )}
      <p className="text-muted">{next}</p>
    </div>
  );
}
