import { cva, type VariantProps } from "class-variance-authority";
import type { ReactNode } from "react";
import { cn } from "./cn";

const badge = cva(
  "inline-flex h-5 items-center gap-1 whitespace-nowrap rounded-sm px-1.5 font-medium text-xs [&_svg]:size-3",
  {
    variants: {
      tone: {
        neutral: "bg-hover text-muted",
        outline: "border border-line-strong text-muted",
        accent: "bg-accent-soft text-accent",
        danger: "bg-danger-soft text-danger",
        warn: "bg-warn-soft text-warn",
        ok: "bg-ok-soft text-ok",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
);

type BadgeProps = VariantProps<typeof badge> & { icon?: ReactNode; children: ReactNode; className?: string };

/** A short state in words. `tone`: neutral | outline | accent | danger | warn | ok; the word says it, not the colour. */
export function Badge({ tone, icon, children, className }: BadgeProps) {
  return (
    <span className={cn(badge({ tone }), className)}>
      {icon}
      {children}
    </span>
  );
}
