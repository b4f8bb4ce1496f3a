import { Check, CircleSlash, Copy, GitFork, type LucideIcon } from "lucide-react";
import type { IntakeFate } from "./prepare-intake";

/** What became of an item is told by shape and word; colour is kept for what was not taken. */
export const INTAKE_LOOKS: Record<IntakeFate, { label: string; color: string; icon: LucideIcon }> = {
  accepted: { label: "accepted", color: "var(--control)", icon: Check },
  duplicate: { label: "duplicate", color: "var(--line-strong)", icon: Copy },
  conflict: { label: "conflict", color: "var(--warn)", icon: GitFork },
  rejected: { label: "rejected", color: "var(--danger)", icon: CircleSlash },
};

export function FateMark({ of }: { of: IntakeFate }) {
  const { label, color, icon: Icon } = INTAKE_LOOKS[of];
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg aria-hidden width="8" height="8">
        <rect width="8" height="8" rx="1.5" fill={color} />
      </svg>
      <Icon aria-hidden className="size-3.5 text-muted" />
      {label}
    </span>
  );
}
