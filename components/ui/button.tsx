import { cva, type VariantProps } from "class-variance-authority";
import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

const button = cva(
  "inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-md font-medium text-sm transition-colors disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-progress aria-disabled:opacity-60 [&_svg]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: "bg-accent text-on-accent hover:bg-accent-hover",
        secondary: "border border-line-strong bg-raised text-ink hover:bg-hover",
        quiet: "text-muted hover:bg-hover hover:text-ink",
        danger: "border border-danger/40 bg-raised text-danger hover:bg-danger-soft",
      },
      size: { sm: "h-7 px-2", md: "h-8 px-3", lg: "h-10 px-4 text-base" },
    },
    defaultVariants: { variant: "secondary", size: "md" },
  },
);

export type ButtonLook = VariantProps<typeof button>;

type ButtonProps = ComponentProps<"button"> & ButtonLook & { busy?: boolean | undefined };

/**
 * A button. `variant`: primary (one a page) | secondary | quiet | danger; `size`: sm | md | lg.
 * `busy` keeps the focus and refuses clicks, so that a double click cannot send twice.
 */
export function Button({ variant, size, busy, className, onClick, type = "button", ...props }: ButtonProps) {
  return (
    <button
      {...props}
      type={busy ? "button" : type}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={cn(button({ variant, size }), className)}
    />
  );
}

type ButtonLinkProps = ComponentProps<typeof Link> & ButtonLook & { children: ReactNode };

/** A link that looks like a button; same `variant` and `size`. */
export function ButtonLink({ variant, size, className, ...props }: ButtonLinkProps) {
  return <Link {...props} className={cn(button({ variant, size }), className)} />;
}
