/** How far work has come: `over` of `total`, as a bar. */
export function ProgressBar({ over, total }: { over: number; total: number }) {
  return (
    <svg
      role="progressbar"
      aria-label="Progress"
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={over}
      className="block h-2 w-full overflow-hidden rounded-full bg-hover text-accent"
    >
      <rect width={`${(total === 0 ? 1 : over / total) * 100}%`} height="8" fill="currentColor" />
    </svg>
  );
}
