"use client";

import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { Badge } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import type { CaseState } from "@/domain/case-rules";
import type { CaseDetail } from "@/lib/contract/cases";
import { CaseToolbar } from "./case-toolbar";
import { FlagList } from "./flag-list";
import { useLastList } from "./list-place";

const STATES: Readonly<Record<CaseState, { word: string; tone: "accent" | "warn" | "ok" }>> = {
  open: { word: "open", tone: "accent" },
  awaiting_second: { word: "waits for a second person", tone: "warn" },
  settled: { word: "settled", tone: "ok" },
};

/** Which intended effect this is about. An absent part is a value of its own, and said. */
export function CaseHeader({ of }: { of: CaseDetail }) {
  const listHref = useLastList();
  const { word, tone } = STATES[of.state];
  return (
    <header className="flex flex-col gap-2 pb-3">
      <Link
        href={listHref}
        className="inline-flex items-center gap-1 self-start text-muted text-sm hover:text-ink hover:underline"
      >
        <ArrowLeft aria-hidden className="size-3.5" />
        Queue
      </Link>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="min-w-0 break-words font-semibold text-xl tracking-tight">
          {of.tool ?? "Unreadable report"}
        </h1>
        <Badge tone={tone}>{word}</Badge>
        {of.flags.length > 0 && <FlagList flags={of.flags} />}
      </div>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted text-sm">
        {of.idempotency_key === null ? (
          <span>no idempotency key</span>
        ) : (
          <span className="inline-flex min-w-0 items-center gap-1">
            <span>key</span>
            <code className="min-w-0 break-all text-ink">{of.idempotency_key}</code>
            <CopyButton compact text={of.idempotency_key} label="Copy the key" />
          </span>
        )}
        <span>{of.tenant ?? "no tenant"}</span>
        <span>{of.environment ?? "no environment"}</span>
        <span>{of.service ?? "no service"}</span>
      </p>
      <CaseToolbar of={of} />
    </header>
  );
}
