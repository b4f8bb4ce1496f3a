"use client";

import { CircleAlert, RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button";
import { CopyButton } from "./copy-button";
import { NewTabLink } from "./new-tab-link";

export type ErrorStateProps = {
  title?: string;
  /** What went wrong, in the words of the answer */
  message: ReactNode;
  hint?: ReactNode;
  /** Where the next step is; opened beside the page */
  link?: { href: string; label: string };
  code?: string | null;
  /** What to quote when asking for help */
  reference?: string | null;
  onRetry?: () => void;
  retrying?: boolean;
  /** Whether it stands in place of the whole page, so that its title is the page's */
  page?: boolean;
};

/** What failed, its code and reference, and a retry. Feed it with `describeError(error)`. */
export function ErrorState({
  title = "This could not be loaded",
  message,
  hint,
  link,
  code,
  reference,
  onRetry,
  retrying,
  page = false,
}: ErrorStateProps) {
  const Title = page ? "h1" : "p";
  return (
    <div role="alert" className="flex flex-col items-start gap-2 border-danger border-l-2 py-1 pl-3">
      <Title className="flex items-center gap-1.5 font-semibold">
        <CircleAlert aria-hidden className="size-4 text-danger" />
        {title}
      </Title>
      <p className="max-w-prose text-muted">{message}</p>
      {hint && <p className="max-w-prose text-muted">{hint}</p>}
      {link && <NewTabLink {...link} />}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        {code && <code className="text-muted">{code}</code>}
        {reference && (
          <span className="inline-flex items-center gap-1">
            <code>{reference}</code>
            <CopyButton compact text={reference} label="Copy reference" />
          </span>
        )}
      </p>
      {onRetry && (
        <Button size="sm" onClick={onRetry} busy={retrying}>
          <RotateCcw aria-hidden />
          Try again
        </Button>
      )}
    </div>
  );
}
