import { cn } from "@/components/ui/cn";
import type { Effect } from "@/domain/effect";

const words = {
  absent: "absent",
  committed: "committed",
  unknown: "unknown",
  null: "not reported",
} as const;

/** Did the side effect land: hollow, filled, half-filled, and always in words. Null is "not reported", not unknown. */
export function EffectMark({ of, className }: { of: Effect | null; className?: string }) {
  return (
    <span className={cn("inline-flex items-center gap-1.5 whitespace-nowrap align-middle", className)}>
      <EffectShape of={of} />
      <span className={of === null ? "text-faint" : undefined}>{words[of ?? "null"]}</span>
    </span>
  );
}

function EffectShape({ of }: { of: Effect | null }) {
  if (of === null) {
    return (
      <svg aria-hidden viewBox="0 0 12 12" className="size-3 shrink-0 text-faint">
        <path d="M3 6h6" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
      </svg>
    );
  }
  return (
    <svg aria-hidden viewBox="0 0 12 12" className="size-3 shrink-0">
      <circle
        cx="6"
        cy="6"
        r="4.75"
        fill={of === "committed" ? "currentColor" : "none"}
        stroke="currentColor"
        strokeWidth="1.5"
      />
      {of === "unknown" && <path d="M6 1.25a4.75 4.75 0 0 1 0 9.5z" fill="currentColor" />}
    </svg>
  );
}
