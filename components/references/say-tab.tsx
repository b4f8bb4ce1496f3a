import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleQuestionMark,
  type LucideIcon,
  OctagonX,
} from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { copyText } from "@/components/ui/copy";
import { CopyButton } from "@/components/ui/copy-button";
import { usePageKeys } from "@/components/ui/page-keys";
import { toast } from "@/components/ui/toast";
import { useMay } from "@/lib/client/session";
import type { ReportAnswer } from "@/lib/contract/report";
import { type HeadlineTone, STANDING_HEADLINES } from "./standing-headline";

type Said = NonNullable<ReportAnswer["say_to_user"]>;

/** For support: how it stands at a glance, the sentence, what is safe to promise, and what is not. */
export function SayTab({ report }: { report: ReportAnswer }) {
  const { say_to_user: say } = report;
  const event = report.events.at(-1);
  if (!say || !event)
    return (
      <p className="max-w-prose text-muted">
        Without the event nothing is known that could be said. Promise only to come back when it is.
      </p>
    );
  return (
    <div className="flex max-w-prose flex-col gap-5">
      <Headline standing={say.standing} byIntent={report.case_by_intent} />
      <section aria-label="The sentence">
        <blockquote className="ml-2.25 break-words border-accent border-l-2 pl-5.25 text-lg">
          {say.sentence}
        </blockquote>
        <Copies say={say} />
      </section>
      {say.do_not && (
        <Advice icon={OctagonX} tone="danger" title="What not to do">
          {say.do_not}
        </Advice>
      )}
      <Advice icon={CircleCheck} tone="ok" title="Safe to promise">
        {say.promise}
      </Advice>
      <Told told={event.user_message} sentence={say.sentence} />
      <EditWording standing={say.standing} errorClass={event.class} />
    </div>
  );
}

const TONES: Readonly<Record<HeadlineTone, { icon: LucideIcon; className: string }>> = {
  ok: { icon: CircleCheck, className: "text-ok" },
  warn: { icon: CircleQuestionMark, className: "text-warn" },
  danger: { icon: CircleAlert, className: "text-danger" },
  neutral: { icon: CircleDashed, className: "text-muted" },
};

type HeadlineProps = { standing: Said["standing"]; byIntent: boolean };

/** Told to whoever listens as well when it changes: a settled case is what they wait for. */
function Headline({ standing, byIntent }: HeadlineProps) {
  const { tone, words } = STANDING_HEADLINES[standing];
  const { icon: Icon, className } = TONES[tone];
  return (
    <h2 aria-live="polite" className="flex items-start gap-3 font-semibold text-lg">
      <Icon aria-hidden className={cn("mt-0.5 size-5 shrink-0", className)} />
      <span>
        {words}
        {byIntent && (
          <span className="block font-normal text-muted text-sm">
            {standing.startsWith("settled_")
              ? "Another attempt of the same intent was settled, and this one with it."
              : "Another attempt of the same intent is in doubt, and this one with it."}
          </span>
        )}
      </span>
    </h2>
  );
}

/** What goes to a colleague: everything, in the order in which it matters. */
function allOf({ sentence, promise, do_not }: Said): string {
  return [sentence, ...(do_not ? [`Do not: ${do_not}`] : []), `Safe to promise: ${promise}`].join("\n\n");
}

function Copies({ say }: { say: Said }) {
  const copy = async (text: string, title: string) =>
    toast(
      (await copyText(text))
        ? { title, tone: "ok" }
        : { title: "The browser refused to copy it", description: text, tone: "danger" },
    );
  usePageKeys([
    { keys: "c", label: "Copy the sentence", run: () => void copy(say.sentence, "Sentence copied") },
    {
      keys: "C",
      shown: "Shift c",
      label: "Copy all that may be said",
      run: () => void copy(allOf(say), "All of it copied"),
    },
  ]);
  return (
    <div className="flex flex-wrap gap-2 pt-3 pl-8">
      <CopyButton text={say.sentence} label="Copy sentence" variant="primary" size="md" />
      <CopyButton text={allOf(say)} label="Copy all" size="md" />
    </div>
  );
}

type AdviceProps = { icon: LucideIcon; tone: "ok" | "danger"; title: string; children: ReactNode };

function Advice({ icon: Icon, tone, title, children }: AdviceProps) {
  return (
    <div className="flex items-start gap-3">
      <Icon aria-hidden className={cn("mt-0.5 size-5 shrink-0", TONES[tone].className)} />
      <div className="min-w-0">
        <h3 className="font-medium">{title}</h3>
        <p className="break-words">{children}</p>
      </div>
    </div>
  );
}

/** Only where the sentence does not hold it already. */
function Told({ told, sentence }: { told: string | null | undefined; sentence: string }) {
  const text = told?.trim() ?? "";
  if (text === "" || sentence.includes(text)) return null;
  return (
    <div className="pl-8 text-sm">
      <h3 className="eyebrow">What the user was told at the time</h3>
      <p className="break-words">{text}</p>
    </div>
  );
}

function EditWording({ standing, errorClass }: { standing: Said["standing"]; errorClass: string }) {
  const mayEdit = useMay("settings.manage");
  if (!mayEdit) return null;
  return (
    <p className="border-t pt-3 text-sm">
      <Link
        href={`/settings/wordings?class=${errorClass}&standing=${standing}`}
        className="text-accent hover:underline"
      >
        Change this wording
      </Link>
    </p>
  );
}
