"use client";

import { Menu as Base } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import Link from "next/link";
import type { ReactElement, ReactNode } from "react";
import { Kbd } from "./kbd";

type MenuProps = {
  trigger: ReactElement;
  children: ReactNode;
  align?: "start" | "center" | "end";
};

/** A button that opens a list of actions. Children: `MenuItem`, `MenuGroup`, `MenuRadio`, `MenuSeparator`. */
export function Menu({ trigger, children, align = "start" }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align={align} className="z-50">
          <Base.Popup className="max-h-(--available-height) min-w-44 overflow-y-auto rounded-lg bg-raised p-1 text-sm shadow-float outline-hidden transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

const item =
  "flex min-h-7 cursor-default select-none items-center gap-2 rounded-sm px-2 py-1 outline-hidden data-disabled:opacity-50 data-highlighted:bg-hover [&_svg]:size-4 [&_svg]:text-muted";

type MenuItemProps = {
  children: ReactNode;
  icon?: ReactNode;
  shortcut?: string;
  disabled?: boolean;
} & (
  | { href: string; download?: boolean; onSelect?: never }
  | { href?: never; download?: never; onSelect: () => void }
);

/** One action (`onSelect`) or one place (`href`, with the base path where it is a `download`). */
export function MenuItem({ children, icon, shortcut, disabled, href, download, onSelect }: MenuItemProps) {
  const content = (
    <>
      {icon}
      <span className="flex-1">{children}</span>
      {shortcut && <Kbd>{shortcut}</Kbd>}
    </>
  );
  if (href !== undefined) {
    const place = download ? { href, download } : { render: <Link href={href} /> };
    return (
      <Base.LinkItem {...place} className={item} closeOnClick>
        {content}
      </Base.LinkItem>
    );
  }
  return (
    <Base.Item className={item} disabled={disabled} onClick={onSelect}>
      {content}
    </Base.Item>
  );
}

/** A captioned part of a menu. */
export function MenuGroup({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className="eyebrow px-2 pt-1.5 pb-1">{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="-mx-1 my-1 h-px bg-line" />;
}

type MenuRadioProps<T extends string> = {
  value: T;
  onChange: (value: T) => void;
  options: readonly { value: T; label: string; icon?: ReactNode }[];
};

/** One of several, with a tick at the chosen one. */
export function MenuRadio<T extends string>({ value, onChange, options }: MenuRadioProps<T>) {
  return (
    <Base.RadioGroup value={value} onValueChange={onChange}>
      {options.map((option) => (
        <Base.RadioItem key={option.value} value={option.value} className={item} closeOnClick>
          {option.icon}
          <span className="flex-1">{option.label}</span>
          <Base.RadioItemIndicator>
            <Check aria-hidden />
          </Base.RadioItemIndicator>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  );
}
