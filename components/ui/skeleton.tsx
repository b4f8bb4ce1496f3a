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
