import { cn } from "@/components/ui/cn";
import type { EventClass } from "@/domain/event-class";
import { CLASS_LOOKS } from "./class-look";

/** A class by icon, hue and word; `wordless` where the word stands beside it already. */
export function ClassMark({
  of,
  wordless,
  className,
}: {
  of: EventClass;
  wordless?: boolean;
  className?: string;
}) {
  const { word, icon: Icon, textClass } = CLASS_LOOKS[of];
  return (
    <span className={cn("inline-flex items-center gap-1.5 whitespace-nowrap align-middle", className)}>
      <Icon aria-hidden className={cn("size-3.5 shrink-0", textClass)} strokeWidth={2.25} />
      <span className={wordless ? "sr-only" : undefined}>{word}</span>
    </span>
  );
}
