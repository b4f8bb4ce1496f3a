import type { ReactNode } from "react";
import { CodeBlock } from "./code-block";

type EmptyStateProps = {
  title: string;
  /** What to do next */
  text?: ReactNode;
  /** The exact command, with a copy button */
  command?: string;
  commandLabel?: string;
  icon?: ReactNode;
  /** A button or link */
  action?: ReactNode;
};

/** Nothing here, and what to do about it. */
export function EmptyState({ title, text, command, commandLabel, icon, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-start gap-3 py-8 [&>svg]:size-5 [&>svg]:text-faint">
      {icon}
      <div className="max-w-prose">
        <p className="font-semibold text-lg">{title}</p>
        {text && <div className="mt-1 text-muted">{text}</div>}
      </div>
      {command && <CodeBlock code={command} label={commandLabel ?? "command"} className="w-full max-w-3xl" />}
      {action}
    </div>
  );
}
