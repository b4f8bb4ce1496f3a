"use client";

import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

type TabsProps<T extends string> = {
  /** Names the list for readers */
  label: string;
  value: T;
  onChange: (value: T) => void;
  tabs: readonly { value: T; label: ReactNode; icon?: ReactNode; count?: ReactNode }[];
  /** Stands behind the last tab: a menu with more of them */
  after?: ReactNode;
  /** `TabPanel`s */
  children: ReactNode;
};

/** Tabs with arrow keys; keep `value` in the URL. */
export function Tabs<T extends string>({ label, value, onChange, tabs, after, children }: TabsProps<T>) {
  return (
    <Base.Root value={value} onValueChange={onChange}>
      <div className="flex items-center gap-4 border-b">
        <Base.List
          aria-label={label}
          className="flex min-w-0 gap-4 overflow-x-auto overflow-y-hidden"
          activateOnFocus
        >
          {tabs.map((tab) => (
            <Base.Tab
              key={tab.value}
              value={tab.value}
              className="flex h-9 items-center gap-1.5 whitespace-nowrap border-transparent border-b-2 font-medium text-muted text-sm hover:text-ink focus-visible:-outline-offset-2 data-active:border-accent data-active:text-ink [&_svg]:size-4"
            >
              {tab.icon}
              {tab.label}
              {tab.count !== undefined && <span className="font-normal text-faint text-xs">{tab.count}</span>}
            </Base.Tab>
          ))}
        </Base.List>
        {after}
      </div>
      {children}
    </Base.Root>
  );
}

/** What one tab shows. */
export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Base.Panel value={value} className="pt-4">
      {children}
    </Base.Panel>
  );
}
