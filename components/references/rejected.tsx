"use client";

import Link from "next/link";
import { Time } from "@/components/ui/time";
import { useMay } from "@/lib/client/session";
import type { LookUpAnswer } from "@/lib/contract/references";
import { AnswerHeading } from "./answer-heading";
import { OpenByHand } from "./open-by-hand";
import { SaidParts } from "./said";

type Rejections = LookUpAnswer["rejections"];

/** It came, and ingest refused it: why, and who can mend it. */
export function Rejected({ rejections }: { rejections: Rejections }) {
  const mayMend = useMay("quarantine.read");
  return (
    <>
      <AnswerHeading
        tone="danger"
        title="Rejected at ingest"
        text={
          mayMend
            ? "It reached Errata in a form that could not be stored, so there is no report. Mend its payload in quarantine and it will be found."
            : "It reached Errata in a form that could not be stored, so there is no report. An engineer can mend it in quarantine: hand on the reference and the reason below."
        }
      />
      <ul className="ml-8 border-t">
        {rejections.map((rejection) => (
          <li
            key={`${rejection.reference} ${rejection.received_at} ${rejection.reason}`}
            className="border-b py-2"
          >
            <div className="flex flex-wrap items-baseline gap-x-3">
              <code dir="auto" className="break-all font-medium">
                {rejection.reference}
              </code>
              <code className="text-danger text-sm">{rejection.reason}</code>
              <span className="text-muted text-sm">
                <Time iso={rejection.received_at} />
              </span>
            </div>
            <p dir="auto" className="break-words text-left text-muted text-sm">
              {rejection.detail}
            </p>
            <Doubt of={rejection} />
            {mayMend && (
              <Link
                className="text-sm underline underline-offset-2"
                href={`/intake/quarantine?state=all&q=${encodeURIComponent(rejection.reference)}`}
              >
                Open it in quarantine
              </Link>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** What may be said where its effect is unknown; else the way to put the user's word before somebody. */
function Doubt({ of: { reference, say_to_user: say, case: found } }: { of: Rejections[number] }) {
  return (
    <>
      {say && (
        <div className="flex max-w-prose flex-col gap-4 py-3">
          <SaidParts say={say} why={null} />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-3 py-1 text-sm">
        {found ? (
          <Link className="font-medium text-accent hover:underline" href={`/queue/${found.case_id}`}>
            Open its case
          </Link>
        ) : (
          <OpenByHand reference={reference} />
        )}
      </div>
    </>
  );
}
