"use client";

import { Command, defaultFilter } from "cmdk";
import { useRouter } from "next/navigation";
import { useTheme } from "next-themes";
import { type ReactNode, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { useRegisteredKeys } from "@/components/ui/page-keys";
import { toast } from "@/components/ui/toast";
import { describeError } from "@/lib/client/api-error";
import { useFilters } from "@/lib/client/filters";
import { lookUpPaste } from "@/lib/client/paste";
import { useSession } from "@/lib/client/session";
import { signOut } from "@/lib/client/sign-out";
import { RANGES } from "@/lib/client/time-range";
import { showOverlay, useOverlay } from "./overlays";
import { partsFor } from "./parts";
import { THEMES } from "./theme";

/** Everything the page can do, by name; what is typed can also be looked up as a reference. */
export function CommandPalette() {
  const open = useOverlay() === "palette";
  return (
    <Dialog
      title="Command palette"
      hideTitle
      open={open}
      onOpenChange={(next) => showOverlay(next ? "palette" : null)}
    >
      <PaletteContent />
    </Dialog>
  );
}

const LOOK_UP = "look-up";
const LAST = Number.MIN_VALUE;

/** Any text can be looked up, but after all commands: Enter takes a command that matches, and looks up what is none. */
function rank(value: string, search: string): number {
  return value === LOOK_UP ? LAST : defaultFilter(value, search);
}

function close(run: () => void): () => void {
  return () => {
    showOverlay(null);
    run();
  };
}

function PaletteContent() {
  const [text, setText] = useState("");
  const router = useRouter();
  const keys = useRegisteredKeys();
  const [, setFilters] = useFilters();
  const { setTheme } = useTheme();
  const fail = (error: unknown) => toast({ title: describeError(error).message, tone: "danger" });
  return (
    <Command label="Command palette" loop filter={rank} className="flex min-h-0 flex-col">
      <Command.Input
        autoFocus
        value={text}
        onValueChange={setText}
        placeholder="Type a command, or a reference"
        className="h-12 shrink-0 border-b bg-transparent px-4 text-lg outline-none"
      />
      <Command.List className="min-h-0 overflow-y-auto p-1">
        {keys.map((key) => (
          <Item
            key={`${key.keys} ${key.label}`}
            value={`${key.group ?? ""} ${key.label}`}
            run={close(key.run)}
          >
            <span className="flex-1">{key.group === "Go to" ? `Go to ${key.label}` : key.label}</span>
            {(key.shown ?? key.keys).split(" ").map((part) => (
              <Kbd key={part}>{part}</Kbd>
            ))}
          </Item>
        ))}
        <Parts />
        {RANGES.map((range) => (
          <Item
            key={range}
            value={`Time range ${range}`}
            run={close(() => setFilters({ range, from: null, to: null }))}
          >
            Show the last {range}
          </Item>
        ))}
        {THEMES.map((theme) => (
          <Item key={theme.value} value={`Theme ${theme.label}`} run={close(() => setTheme(theme.value))}>
            Theme: {theme.label.toLowerCase()}
          </Item>
        ))}
        <Item value="Sign out" run={close(() => signOut().catch(fail))}>
          Sign out
        </Item>
        {text.trim() !== "" && (
          <Item
            value={LOOK_UP}
            run={close(() => lookUpPaste(text).then((href) => href && router.push(href), fail))}
          >
            <span className="truncate">
              Look up “<span className="font-mono">{text.trim()}</span>” as a reference
            </span>
          </Item>
        )}
      </Command.List>
    </Command>
  );
}

function Parts() {
  const router = useRouter();
  return partsFor(useSession().capabilities).map(({ href, label }) => (
    <Item key={href} value={label} run={close(() => router.push(href))}>
      Go to {label}
    </Item>
  ));
}

type ItemProps = { value: string; run: () => void; children: ReactNode };

function Item({ value, run, children }: ItemProps) {
  return (
    <Command.Item
      value={value}
      onSelect={run}
      className="flex min-h-8 cursor-default items-center gap-1.5 rounded-sm px-3 text-sm data-[selected=true]:bg-hover"
    >
      {children}
    </Command.Item>
  );
}
