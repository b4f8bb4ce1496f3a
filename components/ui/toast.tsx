"use client";

import { Toast as Base } from "@base-ui/react/toast";
import { Check, CircleAlert, Info, X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./icon-button";

export type ToastInput = {
  title: string;
  description?: ReactNode;
  tone?: "info" | "ok" | "danger";
  action?: { label: string; run: () => void };
};

const manager = Base.createToastManager();

/**
 * Says that something happened elsewhere or was done. A `danger` one stays until it is closed and interrupts readers.
 * Made with Base UI like the other floating surfaces: it needs no style element of its own and hands focus back.
 */
export function toast({ title, description, tone = "info", action }: ToastInput): void {
  manager.add({
    title,
    description,
    type: tone,
    timeout: tone === "danger" ? 0 : 5_000,
    priority: tone === "danger" ? "high" : "low",
    actionProps: action && { children: action.label, onClick: action.run },
  });
}

const icons: Record<string, ReactNode> = {
  info: <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />,
  ok: <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />,
  danger: <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />,
};

/** Where toasts appear: bottom left, since what a page asks for stands on its right; mounted once, around the console. */
export function ToastProvider({ children }: { children: ReactNode }) {
  return (
    <Base.Provider toastManager={manager} limit={3}>
      {children}
      <Base.Portal>
        <Base.Viewport className="fixed bottom-4 left-4 z-50 flex w-88 max-w-[calc(100vw-2rem)] flex-col gap-2">
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function ToastList() {
  const { toasts } = Base.useToastManager();
  return toasts.map((entry) => (
    <Base.Root
      key={entry.id}
      toast={entry}
      className="rounded-lg bg-raised text-sm shadow-float transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
    >
      <Base.Content className="flex items-start gap-2 p-3">
        {icons[entry.type ?? "info"]}
        <div className="min-w-0 flex-1">
          <Base.Title className="font-medium" />
          <Base.Description className="break-words text-muted" />
          <Base.Action className="mt-1 font-medium text-accent hover:underline" />
        </div>
        <Base.Close render={<IconButton label="Dismiss" icon={<X />} size="sm" />} />
      </Base.Content>
    </Base.Root>
  ));
}
