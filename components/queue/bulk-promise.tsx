"use client";

import { z } from "zod";
import { VERDICTS } from "@/domain/verdict";
import type { BulkDetail } from "@/lib/contract/bulk";
import { BulkAgreement } from "./bulk-agreement";
import { toldWhen } from "./bulk-proposals";
import { SeenLine } from "./bulk-seen";
import { tellRuntimes } from "./bulk-words";
import { useFormat } from "./queue-clock";
import { useAssignees } from "./use-assignees";

/** What each kind was given; a kind that takes nothing says nothing. */
const given = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("note"), text: z.string() }),
  z.object({ kind: z.literal("assign"), person_id: z.string().nullable() }),
  z.object({ kind: z.literal("snooze"), until: z.string() }),
  z.object({ kind: z.literal("agree") }),
  z.object({
    kind: z.literal("verdict"),
    verdict: z.enum(VERDICTS),
    evidence: z.array(
      z.object({
        external_id: z.string().nullish(),
        url: z.string().nullish(),
        note: z.string().nullish(),
        observed_at: z.string(),
      }),
    ),
  }),
]);

/** What is done to each of the cases, in words; of a verdict what runtimes are told and on what grounds. */
export function BulkPromise({ of }: { of: BulkDetail }) {
  const format = useFormat();
  const people = useAssignees();
  const { data } = given.safeParse(of.parameters);
  switch (data?.kind) {
    case "note":
      return <blockquote className="whitespace-pre-wrap border-l-2 pl-3 text-muted">{data.text}</blockquote>;
    case "snooze":
      return <p>Out of the open view until {format(data.until)}.</p>;
    case "assign": {
      const person = people.find(({ person_id }) => person_id === data.person_id);
      return <p>{data.person_id === null ? "To nobody any more." : `To ${person?.name ?? "one person"}.`}</p>;
    }
    case "agree":
      return of.preview && <BulkAgreement preview={of.preview} />;
    case "verdict":
      return (
        <div className="flex flex-col gap-1 border-accent border-l-2 pl-3">
          <p className="eyebrow">{toldWhen(doingOf(of))}</p>
          <p className="font-medium text-base">{tellRuntimes(data.verdict)}</p>
          {data.evidence.map((one, index) => (
            <SeenLine key={index} {...one} />
          ))}
        </div>
      );
    default:
      return null;
  }
}

/** As foreseen while it is frozen; afterwards what was done so far. */
function doingOf({ preview, done, proposed }: BulkDetail) {
  return preview ? { done: preview.will_do, proposed: preview.will_propose } : { done, proposed };
}
