import { formatBytes } from "@/components/ui/file-size";
import { KeyValues } from "@/components/ui/key-values";
import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import type { Retention } from "@/lib/contract/retention";

/** What is kept for how long. */
export function RetentionKept({ retention }: { retention: Retention }) {
  const { kept } = retention;
  const days = `${retention.retention_days} days`;
  const count = (of: number) => of.toLocaleString("en");
  const items = [
    {
      key: "Events and frames",
      value: (
        <>
          {days}
          {kept.oldest_event_at !== null && (
            <>
              ; the oldest event is from <Time iso={kept.oldest_event_at} />
            </>
          )}
        </>
      ),
    },
    {
      key: "Quarantine",
      value: (
        <>
          {days} since an item last came in, decided or not; {count(kept.open_quarantine)} open
          {kept.oldest_open_quarantine_at !== null && (
            <>
              , the oldest from <Time iso={kept.oldest_open_quarantine_at} />
            </>
          )}
          . The audit says what went undecided; what an unsettled case is about stays.
        </>
      ),
    },
    { key: "Recoveries, counts of intake", value: days },
    { key: "Messages to webhooks", value: `${days} after their case was settled` },
    { key: "Counts and rates", value: "by the minute for 7 days, by the hour for good" },
    { key: "Calls", value: "for good, as what rates are measured against" },
    {
      key: "Cases, attempts, audit",
      value: `for good; frames of a case until it was settled for ${days} (${count(kept.frames)} from dropped partitions)`,
    },
    {
      key: "Dropped references",
      value: `that they were here, for good: ${count(kept.references)} in ${formatBytes(kept.references_bytes)}`,
    },
  ];
  return (
    <Section title="What is kept how long">
      <KeyValues items={items} className="max-w-4xl" />
    </Section>
  );
}
