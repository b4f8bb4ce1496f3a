import { cn } from "@/components/ui/cn";

/** An owned code in mono; hatched at its edge when it is unmapped. */
export function CodeMark({ code, unmapped }: { code: string; unmapped?: boolean }) {
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-1.5 align-middle">
      {unmapped && <span aria-hidden className="hatched h-3.5 w-1.5 shrink-0 rounded-sm text-muted" />}
      <code className={cn("truncate", unmapped && "text-muted")}>{code}</code>
      {unmapped && <span className="sr-only">(unmapped)</span>}
    </span>
  );
}
