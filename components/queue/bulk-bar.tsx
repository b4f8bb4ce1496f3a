"use client";

import { ChevronUp, X } from "lucide-react";
import { useRef, useState } from "react";
import { formatCount } from "@/components/charts/prepare-format";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Kbd } from "@/components/ui/kbd";
import { Menu, MenuItem } from "@/components/ui/menu";
import { usePageKeys } from "@/components/ui/page-keys";
import type { BulkKind } from "@/domain/bulk";
import { choiceOf } from "./bulk-choice";
import { BulkForm } from "./bulk-form";
import { BULK_WORDS, isBare, kindsIn } from "./bulk-words";
import type { QueueParams } from "./queue-params";
import type { Selection } from "./selection";
import { useFreeze } from "./use-freeze";

type BulkBarProps = {
  params: QueueParams;
  selection: Selection;
  /** How many cases match, listed or not; undefined until counted */
  matching: number | undefined;
  onMatching: () => void;
  onClear: () => void;
};

/** What can be done to the selected rows. Nothing happens before the exact number was seen and confirmed. */
export function BulkBar({ params, selection, matching, onMatching, onClear }: BulkBarProps) {
  const [form, setForm] = useState<BulkKind | null>(null);
  const freeze = useFreeze(
    () => choiceOf(params, selection),
    () => setForm(null),
  );
  const count = selection.matching ? (matching ?? selection.ids.size) : selection.ids.size;
  const choose = (kind: BulkKind) => (isBare(kind) ? freeze.run({ kind }) : setForm(kind));
  return (
    <div className="pointer-events-none sticky bottom-4 z-20 mt-4 flex justify-center">
      <section
        aria-label="Selected cases"
        className="pointer-events-auto flex max-w-full flex-wrap items-center gap-x-3 gap-y-1 rounded-lg bg-raised py-2 pr-2 pl-4 text-sm shadow-float"
      >
        <p role="status" className="font-medium">
          {selection.matching ? `All ${formatCount(count)} that match` : `${formatCount(count)} selected`}
        </p>
        {!selection.matching && matching !== undefined && matching > count && (
          <Button size="sm" variant="quiet" className="text-accent" onClick={onMatching}>
            Select all {formatCount(matching)} that match
            <Kbd>a</Kbd>
          </Button>
        )}
        <BulkMenu kinds={kindsIn(params.view)} busy={freeze.isPending} onChoose={choose} />
        <IconButton label="Select nothing" shortcut="Esc" icon={<X />} size="sm" onClick={onClear} />
      </section>
      {form !== null && <BulkForm kind={form} count={count} freeze={freeze} onClose={() => setForm(null)} />}
    </div>
  );
}

type BulkMenuProps = { kinds: readonly BulkKind[]; busy: boolean; onChoose: (kind: BulkKind) => void };

function BulkMenu({ kinds, busy, onChoose }: BulkMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  usePageKeys([{ keys: "b", label: "Do something with the selected", run: () => trigger.current?.click() }]);
  return (
    <Menu
      align="end"
      trigger={
        <Button ref={trigger} size="sm" busy={busy} className="bg-ink text-ground hover:bg-muted">
          Do with them
          <ChevronUp aria-hidden />
          <Kbd>b</Kbd>
        </Button>
      }
    >
      {kinds.map((kind) => (
        <MenuItem key={kind} onSelect={() => onChoose(kind)}>
          {BULK_WORDS[kind].title}
          {isBare(kind) ? "" : " …"}
        </MenuItem>
      ))}
    </Menu>
  );
}
