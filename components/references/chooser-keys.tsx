import { Kbd } from "@/components/ui/kbd";

/** How a list of failures is gone through without a mouse; nothing where there is nothing to choose. */
export function ChooserKeys({ rows }: { rows: number }) {
  if (rows < 2) return null;
  return (
    <p className="flex items-center gap-1.5 px-2 pb-1 text-muted text-sm pointer-coarse:hidden">
      <Kbd>j</Kbd>
      <Kbd>k</Kbd> choose, <Kbd>Enter</Kbd> opens
    </p>
  );
}
