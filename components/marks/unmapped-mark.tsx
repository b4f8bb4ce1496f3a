import { cn } from "@/components/ui/cn";

/** Unmapped is not a class: a hatched square and the word. */
export function UnmappedMark({ className }: { className?: string }) {
  return (
    <span className={cn("inline-flex items-center gap-1.5 whitespace-nowrap align-middle", className)}>
      <span aria-hidden className="hatched size-3 rounded-sm border border-current text-muted" />
      unmapped
    </span>
  );
}
