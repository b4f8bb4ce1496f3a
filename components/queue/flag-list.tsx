import { CopyX, FileQuestion, KeyRound, type LucideIcon, SendHorizontal, ShieldAlert } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { CASE_FLAGS, type CaseFlag } from "@/domain/case-rules";
import { FLAG_WORDS } from "./flag-words";

const ICONS: Partial<Record<CaseFlag, LucideIcon>> = {
  possible_duplicate: CopyX,
  contradicted: ShieldAlert,
  key_reused: KeyRound,
  unreadable: FileQuestion,
  delivery_failed: SendHorizontal,
};

function isFlag(flag: string): flag is CaseFlag {
  return (CASE_FLAGS as readonly string[]).includes(flag);
}

/** A case's flags in words, each with its meaning on hover. */
export function FlagList({ flags }: { flags: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-1" aria-label="Flags">
      {flags.filter(isFlag).map((flag) => {
        const { word, meaning, tone } = FLAG_WORDS[flag];
        const Icon = ICONS[flag];
        return (
          <li key={flag} title={meaning} className="flex">
            <Badge tone={tone === "neutral" ? "outline" : tone} icon={Icon && <Icon aria-hidden />}>
              {word}
            </Badge>
          </li>
        );
      })}
    </ul>
  );
}
