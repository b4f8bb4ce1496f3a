import { CircleCheck, CircleHelp, EyeOff, type LucideIcon, PlugZap, RotateCcw, WifiOff } from "lucide-react";
import { IntentLink } from "@/components/ui/intent-link";
import { Td, Tr } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import type { SilenceState } from "@/domain/silence-states";
import { eventsHref } from "@/lib/client/events-href";
import type { SilenceItem } from "@/lib/contract/silences";

const LOOKS: Readonly<Record<SilenceState, { word: string; icon: LucideIcon; tone: string }>> = {
  hidden: { word: "hidden", icon: EyeOff, tone: "text-danger" },
  unexplained: { word: "unexplained", icon: CircleHelp, tone: "text-warn" },
  producer_stopped: { word: "producer stopped", icon: PlugZap, tone: "text-warn" },
  fixed: { word: "fixed", icon: CircleCheck, tone: "text-ok" },
  no_traffic: { word: "no traffic", icon: WifiOff, tone: "text-muted" },
  returned: { word: "returned", icon: RotateCcw, tone: "text-muted" },
};

/** The state of a silence by icon, tone and word. */
export function SilenceMark({ of }: { of: SilenceState }) {
  const { word, icon: Icon, tone } = LOOKS[of];
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Icon aria-hidden className={`size-3.5 shrink-0 ${tone}`} strokeWidth={2.25} />
      {word}
    </span>
  );
}

/** One silent code; its tool leads to what is unmapped on it since, which says where it went. */
export function SilenceRow({ item }: { item: SilenceItem }) {
  const { state, code, tool, service, environment, tenant, since, why, retired_at } = item;
  const place = [service, environment, tenant].filter((part) => part !== null).join(" · ");
  return (
    <Tr>
      <Td className="py-1.5 align-top">
        <SilenceMark of={state} />
        {retired_at !== null && <p className="text-faint text-xs">retired, as expected</p>}
      </Td>
      <Td className="whitespace-nowrap py-1.5 align-top">
        <code className="font-medium">{code}</code>
        <p className="text-muted text-xs">
          <code>{tool}</code>
          {place && ` · ${place}`}
        </p>
      </Td>
      <Td className="py-1.5 align-top">
        <Time iso={since} display="relative" past />
        {item.returned_at !== null && (
          <p className="whitespace-nowrap text-muted text-xs">
            back <Time iso={item.returned_at} display="relative" past />
          </p>
        )}
      </Td>
      <Td className="whitespace-nowrap py-1.5 align-top">
        <ReleaseOf item={item} />
      </Td>
      <Td className="min-w-72 max-w-xl py-1.5 align-top">
        <p>{why}</p>
        <p className="text-muted text-xs">
          {item.evidence.expected.toFixed(0)} expected hours passed, {item.evidence.threshold.toFixed(0)} are
          needed; the longest before was {item.evidence.longest_before.toFixed(1)}. Learned from{" "}
          {item.evidence.active_hours} hours of {item.evidence.learned_days} days.
          {state === "hidden" && (
            <>
              {" "}
              <IntentLink
                href={eventsHref({
                  tool,
                  service,
                  environment,
                  tenant,
                  from: since,
                  to: untilOf(item),
                  unmapped: "true",
                })}
                className="text-accent underline underline-offset-2"
              >
                Unmapped on {tool} since
              </IntentLink>
            </>
          )}
        </p>
      </Td>
    </Tr>
  );
}

/** The judged two weeks, which the numbers are of. */
const untilOf = ({ since, judged_at }: SilenceItem): string =>
  new Date(Math.min(Date.parse(judged_at), Date.parse(since) + 14 * 86_400_000)).toISOString();

function ReleaseOf({ item: { release, release_url } }: { item: SilenceItem }) {
  if (release === null) return <span className="text-faint">–</span>;
  if (release_url === null || !/^https?:\/\//.test(release_url)) return <>{release}</>;
  return (
    <a href={release_url} rel="noreferrer" className="text-accent underline-offset-2 hover:underline">
      {release}
    </a>
  );
}
