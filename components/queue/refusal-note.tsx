"use client";

import { CircleAlert } from "lucide-react";
import { NewTabLink } from "@/components/ui/new-tab-link";
import { describeRefusal } from "./describe-refusal";
import { useFormat } from "./queue-clock";

/** Why a write did not happen: who, what, when and the next step, with the code and reference for asking. */
export function RefusalNote({ error }: { error: unknown }) {
  const format = useFormat();
  if (!error) return null;
  const { title, text, next, link, code, reference } = describeRefusal(error, format);
  return (
    <div role="alert" className="flex gap-2 rounded-md bg-danger-soft p-3 text-sm">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
      <div className="flex min-w-0 flex-col gap-0.5">
        <p className="font-medium">{title}</p>
        <p>{text}</p>
        <p>{next}</p>
        {link && <NewTabLink {...link} />}
        <p className="break-all text-muted text-xs">
          {code && <code>{code}</code>} {reference && <code>{reference}</code>}
        </p>
      </div>
    </div>
  );
}
