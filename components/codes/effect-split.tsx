import { formatCount } from "@/components/charts/prepare-format";
import { EffectMark } from "@/components/marks/effect-mark";
import type { RegisteredCode } from "@/lib/contract/codes";

const ORDER = ["absent", "committed", "unknown", "not_reported"] as const;

/** How often which effect was reported; what never was is left out. */
export function EffectSplit({ of }: { of: RegisteredCode["effects"] }) {
  return (
    <span className="flex flex-wrap gap-x-3">
      {ORDER.filter((effect) => of[effect] > 0).map((effect) => (
        <span key={effect} className="inline-flex items-center gap-1 text-xs">
          <EffectMark of={effect === "not_reported" ? null : effect} />
          <span className="text-muted">{formatCount(of[effect])}</span>
        </span>
      ))}
    </span>
  );
}
