import { Archive, GitFork, RotateCcw, Sparkles, VolumeX } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import type { RegisteredCode } from "@/lib/contract/codes";
import type { SilenceItem } from "@/lib/contract/silences";
import { DRIFT_WORDS, isSilent, SILENCE_WORDS } from "./code-words";

/** What is to be known of a code at a glance: drift, silence, new, retired. */
export function CodeMarks({ code, silence }: { code: RegisteredCode; silence?: SilenceItem | undefined }) {
  return (
    <>
      {code.drifts.map((drift) => (
        <Badge key={drift} tone="warn" icon={<GitFork aria-hidden />}>
          {DRIFT_WORDS[drift].label}
        </Badge>
      ))}
      {silence && isSilent(code, silence) && (
        <Badge tone={silence.state === "hidden" ? "danger" : "warn"} icon={<VolumeX aria-hidden />}>
          {SILENCE_WORDS[silence.state]}
        </Badge>
      )}
      {code.is_new && (
        <Badge tone="accent" icon={<Sparkles aria-hidden />}>
          new
        </Badge>
      )}
      {code.came_back ? (
        <Badge tone="danger" icon={<RotateCcw aria-hidden />}>
          back though retired
        </Badge>
      ) : (
        code.retired_at && (
          <Badge tone="outline" icon={<Archive aria-hidden />}>
            retired
          </Badge>
        )
      )}
    </>
  );
}
