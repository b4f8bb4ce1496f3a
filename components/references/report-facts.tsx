import Link from "next/link";
import type { ReactNode } from "react";
import { ClassMark } from "@/components/marks/class-mark";
import { CodeMark } from "@/components/marks/code-mark";
import { EffectMark } from "@/components/marks/effect-mark";
import { Time } from "@/components/ui/time";
import { eventsHref } from "@/lib/client/events-href";
import { useMay } from "@/lib/client/session";
import type { EventItem } from "@/lib/contract/events-list";
import type { ReportAnswer } from "@/lib/contract/report";
import { EventMarks } from "./event-marks";
import { Identifiers } from "./identifiers";
import { OpenByHand } from "./open-by-hand";

/** What happened, when and where, in one look. */
export function ReportFacts({ report }: { report: ReportAnswer }) {
  const event = report.events.at(-1);
  if (!event) return <FramesOnly report={report} />;
  return (
    <div className="border-y py-3">
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(11rem,100%),1fr))] gap-x-6 gap-y-3 text-sm max-sm:grid-cols-2">
        <Fact name="When" wide>
          <Time iso={event.occurred_at} />
        </Fact>
        <Fact name="Tool">
          <Listed report={report} by={{ tool: event.tool }}>
            {event.tool}
          </Listed>
        </Fact>
        <Fact name="Code">
          <Listed report={report} by={{ code: event.code }}>
            <CodeMark code={event.code} unmapped={event.unmapped} />
          </Listed>
        </Fact>
        <Fact name="Class">
          <ClassMark of={event.class} />
        </Fact>
        <Fact name="Effect">
          <EffectMark of={event.effect} />
        </Fact>
        <Where report={report} event={event} />
      </dl>
      <EventMarks event={event} />
      <Identifiers event={event} />
    </div>
  );
}

function Where({ report, event }: { report: ReportAnswer; event: EventItem }) {
  const parts = [
    ["Tenant", "tenant"],
    ["Environment", "environment"],
    ["Service", "service"],
    ["Release", "release"],
  ] as const;
  return parts.map(([name, part]) => (
    <Fact key={name} name={name}>
      {event[part] === null ? (
        <span className="text-faint">not reported</span>
      ) : (
        <Listed report={report} by={{ [part]: event[part] }}>
          {event[part]}
        </Listed>
      )}
    </Fact>
  ));
}

type ListedProps = { report: ReportAnswer; by: Record<string, string | null>; children: ReactNode };

/** A link to the failures of the hour around that share it, for those who may list them. */
function Listed({ report, by, children }: ListedProps) {
  const mayList = useMay("events.read");
  const around = report.rate_around;
  if (!mayList || around === null) return children;
  return (
    <Link
      href={eventsHref({ ...by, from: around.from, to: around.to })}
      title="List the failures of the hour around it"
      className="hover:text-accent hover:underline"
    >
      {children}
    </Link>
  );
}

function Fact({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? "col-span-2 min-w-0" : "min-w-0"}>
      <dt className="eyebrow">{name}</dt>
      <dd dir="auto" className="min-w-0 break-words text-left font-medium">
        {children}
      </dd>
    </div>
  );
}

/** Frames came, the event did not, or not yet. */
function FramesOnly({ report }: { report: ReportAnswer }) {
  const [match] = report.matches;
  return (
    <div className="border-y py-3">
      <p className="font-medium">Only its frames are known</p>
      <p className="max-w-prose text-muted text-sm">
        The event itself has not arrived, so what the model and the user were told is not known. Frames may
        come first; the page renews itself.
      </p>
      {match && (
        <p className="pt-1 text-muted text-sm">
          <bdi>{match.tool ?? "Tool not known"}</bdi> · recorded <Time iso={match.occurred_at} />
        </p>
      )}
      {match && (
        <div className="flex flex-wrap items-center gap-3 pt-2 text-sm">
          <OpenByHand
            reference={match.reference}
            tool={match.tool}
            tenant={match.tenant}
            environment={match.environment}
            service={match.service}
          />
          <span className="text-muted">if the user says that something happened, or did not.</span>
        </div>
      )}
    </div>
  );
}
