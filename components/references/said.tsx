import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleQuestionMark,
  type LucideIcon,
  OctagonX,
} from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { copyText } from "@/components/ui/copy";
import { CopyButton } from "@/components/ui/copy-button";
import { usePageKeys } from "@/components/ui/page-keys";
import { toast } from "@/components/ui/toast";
import type { ReportAnswer } from "@/lib/contract/report";
import { allThatMayBeSaid } from "./said-words";
import { type HeadlineTone, STANDING_HEADLINES } from "./standing-headline";

export type Said = NonNullable<ReportAnswer["say_to_user"]>;

/** How it stands at a glance, the sentence, what not to do, and what is safe to promise. */
export function SaidParts({ say, why, keys }: { say: Said; why: string | null; keys?: boolean }) {
  return (
    <>
      <Headline standing={say.standing} why={why} />
      <section aria-label="The sentence">
        <blockquote className="ml-2.25 break-words border-accent border-l-2 pl-5.25 text-lg">
          {say.sentence}
        </blockquote>
        <Copies say={say} />
        {keys && <CopyKeys say={say} />}
      </section>
      {say.do_not && (
        <Advice icon={OctagonX} tone="danger" title="What not to do">
          {say.do_not}
        </Advice>
      )}
      <Advice icon={CircleCheck} tone="ok" title="Safe to promise">
        {say.promise}
      </Advice>
    </>
  );
}

const TONES: Readonly<Record<HeadlineTone, { icon: LucideIcon; className: string }>> = {
  ok: { icon: CircleCheck, className: "text-ok" },
  warn: { icon: CircleQuestionMark, className: "text-warn" },
  danger: { icon: CircleAlert, className: "text-danger" },
  neutral: { icon: CircleDashed, className: "text-muted" },
};

/** Told to whoever listens as well when it changes: a settled case is what they wait for. */
function Headline({ standing, why }: { standing: Said["standing"]; why: string | null }) {
  const { tone, words } = STANDING_HEADLINES[standing];
  const { icon: Icon, className } = TONES[tone];
  return (
    <h2 aria-live="polite" className="flex items-start gap-3 font-semibold text-lg">
      <Icon aria-hidden className={cn("mt-0.5 size-5 shrink-0", className)} />
      <span>
        {words}
        {why !== null && <span className="block font-normal text-muted text-sm">{why}</span>}
      </span>
    </h2>
  );
}

function Copies({ say }: { say: Said }) {
  return (
    <div className="flex flex-wrap gap-2 pt-3 pl-8">
      <CopyButton text={say.sentence} label="Copy sentence" variant="primary" size="md" />
      <CopyButton text={allThatMayBeSaid(say)} label="Copy all" size="md" />
    </div>
  );
}

function CopyKeys({ say }: { say: Said }) {
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
      run: () => void copy(allThatMayBeSaid(say), "All of it copied"),
    },
  ]);
  return null;
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
