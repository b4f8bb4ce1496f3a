"use client";

import { Dialog } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { type PageKey, useRegisteredKeys } from "@/components/ui/page-keys";
import { useSingleKeys } from "./key-preference";
import { showOverlay, useOverlay } from "./overlays";

const FIXED: readonly Shown[] = [
  { keys: "Ctrl K", label: "Command palette", group: "Everywhere" },
  { keys: "Enter", label: "Open what is focused", group: "This page" },
  { keys: "Esc", label: "Close, or go back", group: "Everywhere" },
];

/** The keys of the page, opened by `?`. */
export function KeyList() {
  const open = useOverlay() === "keys";
  const keys = [...useRegisteredKeys(), ...FIXED];
  const [enabled, setEnabled] = useSingleKeys();
  return (
    <Dialog title="Keys" size="md" open={open} onOpenChange={(next) => showOverlay(next ? "keys" : null)}>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {["This page", "Everywhere", "Go to"].map((group) => (
          <KeyGroup
            key={group}
            name={group}
            keys={keys.filter((key) => (key.group ?? "This page") === group)}
          />
        ))}
      </div>
      <label className="mt-4 flex items-center gap-2 border-t pt-3 text-sm">
        <input
          type="checkbox"
          checked={enabled}
          onChange={(event) => setEnabled(event.target.checked)}
          className="size-4 accent-accent"
        />
        Single keys work on this device
      </label>
    </Dialog>
  );
}

type Shown = Omit<PageKey, "run">;

const rowOf = ({ keys, label }: Shown) => `${keys} ${label}`;

/** Several lists of one page have the same keys, and each means the one in which the focus is: said once. */
function saidOnce(keys: readonly Shown[]): Shown[] {
  return [...new Map(keys.map((key) => [rowOf(key), key])).values()];
}

function KeyGroup({ name, keys }: { name: string; keys: readonly Shown[] }) {
  if (keys.length === 0) return null;
  return (
    <section>
      <h3 className="eyebrow pb-1">{name}</h3>
      <dl className="text-sm">
        {saidOnce(keys).map((key) => (
          <div key={rowOf(key)} className="flex min-h-7 items-start justify-between gap-4 py-1">
            <dt className="min-w-0 break-words">{key.label}</dt>
            <dd className="flex shrink-0 gap-1">
              {(key.shown ?? key.keys).split(" ").map((part) => (
                <Kbd key={part}>{part}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
