"use client";

import { Ban, CircleQuestionMark, Clock, type LucideIcon, TextSearch } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { cn } from "@/components/ui/cn";

type Tone = "neutral" | "warn" | "danger" | "waiting";

const looks: Record<Tone, { icon: LucideIcon; className: string }> = {
  neutral: { icon: TextSearch, className: "text-muted" },
  warn: { icon: CircleQuestionMark, className: "text-warn" },
  danger: { icon: Ban, className: "text-danger" },
  waiting: { icon: Clock, className: "text-accent" },
};

type AnswerHeadingProps = { tone: Tone; title: string; text: ReactNode };

/** The state in a few words and what to make of it; takes the focus, for it is what was asked for. */
export function AnswerHeading({ tone, title, text }: AnswerHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const { icon: Icon, className } = looks[tone];
  return (
    <div className="flex items-start gap-3">
      <Icon aria-hidden className={cn("mt-0.5 size-5 shrink-0", className)} />
      <div className="min-w-0 max-w-prose">
        <h2 ref={heading} tabIndex={-1} className="font-semibold text-lg">
          {title}
        </h2>
        <div className="text-muted">{text}</div>
      </div>
    </div>
  );
}
