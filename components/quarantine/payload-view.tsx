import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";
import type { PayloadLine } from "./payload-lines";

const TONES: Readonly<Record<PayloadLine["tone"], string>> = {
  plain: "",
  fault: "bg-danger-soft text-danger",
  added: "bg-ok-soft text-ok",
  removed: "text-muted line-through",
};

const MARKS: Readonly<Record<PayloadLine["tone"], string>> = {
  plain: " ",
  fault: "!",
  added: "+",
  removed: "−",
};

const SPOKEN: Readonly<Record<PayloadLine["tone"], string>> = {
  plain: "",
  fault: "At fault: ",
  added: "New: ",
  removed: "Gone: ",
};

type PayloadViewProps = { lines: readonly PayloadLine[]; label: string; copy?: string };

/** A payload line by line, as text whatever it holds; what is marked is marked by a sign and a word too. */
export function PayloadView({ lines, label, copy }: PayloadViewProps) {
  return (
    <div className="relative min-w-0 rounded-md border bg-sunken">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard (WCAG 2.1.1) */}
      <section aria-label={label} tabIndex={0} className="max-h-96 overflow-auto rounded-md py-2">
        <pre dir="ltr" className="w-max min-w-full text-xs leading-5">
          <code>
            {lines.map(({ text, tone }, at) => (
              <span key={at} className={cn("block pr-12", TONES[tone])}>
                <span aria-hidden className="inline-block w-6 select-none text-center font-semibold">
                  {MARKS[tone]}
                </span>
                {SPOKEN[tone] !== "" && <span className="sr-only">{SPOKEN[tone]}</span>}
                <bdi>{text}</bdi>
                {"\n"}
              </span>
            ))}
          </code>
        </pre>
      </section>
      {copy !== undefined && (
        <div className="absolute top-1.5 right-1.5">
          <CopyButton compact text={copy} label={`Copy ${label}`} variant="secondary" />
        </div>
      )}
    </div>
  );
}
