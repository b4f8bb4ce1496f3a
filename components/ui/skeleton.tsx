import { cn } from "./cn";

/** A grey place where something will stand; give it the size of that thing so that nothing jumps. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn("h-4 animate-pulse rounded-sm bg-hover", className)} />;
}

/** `rows` lines of a table that is being read. */
export function SkeletonRows({ rows = 6, label = "Loading" }: { rows?: number; label?: string }) {
  return (
    <div role="status" aria-label={label} className="flex flex-col">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex h-8 items-center gap-4 border-b last:border-b-0">
          <Skeleton className="h-3 w-24" />
          <Skeleton className="h-3 flex-1" />
          <Skeleton className="h-3 w-16" />
        </div>
      ))}
    </div>
  );
}

/** The row of a page's main numbers while they are read; `parts` names them. */
export function SkeletonStats({ parts }: { parts: readonly string[] }) {
  return (
    <div className="grid grid-cols-2 gap-x-6 gap-y-5 pb-6 lg:grid-cols-4">
      {parts.map((part) => (
        <div key={part} className="flex flex-col gap-1.5">
          <Skeleton className="h-3 w-20" />
          <Skeleton className="h-7 w-24" />
          <Skeleton className="h-3 w-32" />
        </div>
      ))}
    </div>
  );
}

/** A section with a chart while it is read. */
export function SkeletonChart() {
  return (
    <div className="border-t pt-3 pb-6">
      <Skeleton className="mb-4 h-4 w-40" />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}
