import { Check, CircleSlash, Copy, GitFork, type LucideIcon } from "lucide-react";
import type { IntakeFate } from "./prepare-intake";

/** What became of an item is told by shape and word; colour is kept for what was not taken. */
export const INTAKE_LOOKS: Record<
  IntakeFate,
  { label: string; fill: string; stroke?: string; icon: LucideIcon }
> = {
  accepted: { label: "accepted", fill: "var(--control)", icon: Check },
  // Hollow: it came, and there is nothing more of it than before.
  duplicate: { label: "duplicate", fill: "var(--ground)", stroke: "var(--control)", icon: Copy },
  conflict: { label: "conflict", fill: "var(--warn)", icon: GitFork },
  rejected: { label: "rejected", fill: "var(--danger)", icon: CircleSlash },
};

export function FateMark({ of }: { of: IntakeFate }) {
  const { label, fill, stroke = fill, icon: Icon } = INTAKE_LOOKS[of];
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg aria-hidden width="8" height="8">
        <rect x="0.5" y="0.5" width="7" height="7" rx="1" fill={fill} stroke={stroke} />
      </svg>
      <Icon aria-hidden className="size-3.5 text-muted" />
      {label}
    </span>
  );
}
