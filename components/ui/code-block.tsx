import { cn } from "./cn";
import { CopyButton } from "./copy-button";

type CodeBlockProps = {
  code: string;
  /** Names it for readers and in the copy button: "curl command" */
  label: string;
  /** Breaks long lines instead of scrolling */
  wrap?: boolean;
  className?: string;
};

/** Text in mono with a copy button. */
export function CodeBlock({ code, label, wrap, className }: CodeBlockProps) {
  return (
    <div className={cn("relative min-w-0 rounded-md border bg-sunken", className)}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard (WCAG 2.1.1) */}
      <section aria-label={label} tabIndex={0} className="max-h-96 overflow-auto rounded-md p-3 pr-12">
        <pre className={cn("text-xs leading-5", wrap && "whitespace-pre-wrap break-words")}>
          <code>{code}</code>
        </pre>
      </section>
      <div className="absolute top-1.5 right-1.5">
        <CopyButton compact text={code} label={`Copy ${label}`} variant="secondary" />
      </div>
    </div>
  );
}
