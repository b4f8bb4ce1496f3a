"use client";

import type { ReactNode } from "react";
import { Button, type ButtonLook } from "./button";
import { cn } from "./cn";
import { Tooltip } from "./tooltip";

type IconButtonProps = Omit<React.ComponentProps<"button">, "aria-label" | "children"> &
  ButtonLook & { label: string; icon: ReactNode; busy?: boolean; shortcut?: string };

/** A square button with only an icon: `label` names it for readers and in the tooltip; `shortcut` is shown. */
export function IconButton({
  label,
  icon,
  shortcut,
  className,
  variant = "quiet",
  size,
  ...props
}: IconButtonProps) {
  return (
    <Tooltip content={shortcut ? `${label} (${shortcut})` : label} side="bottom">
      <Button
        {...props}
        aria-label={label}
        variant={variant}
        size={size}
        className={cn(size === "sm" ? "size-7" : "size-8", "px-0", className)}
      >
        {icon}
      </Button>
    </Tooltip>
  );
}
