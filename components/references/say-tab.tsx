import Link from "next/link";
import { withoutHidden } from "@/domain/hidden-characters";
import { useMay } from "@/lib/client/session";
import type { ReportAnswer } from "@/lib/contract/report";
import { type Said, SaidParts } from "./said";
import { speaksForWords } from "./said-words";

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
      <SaidParts say={say} why={speaksForWords(report, say.standing.startsWith("settled_"))} keys />
      <Told told={event.user_message} sentence={say.sentence} />
      <EditWording standing={say.standing} errorClass={event.class} />
    </div>
  );
}

/** Only where the sentence does not hold it already. */
function Told({ told, sentence }: { told: string | null | undefined; sentence: string }) {
  const text = withoutHidden(told ?? "").trim();
  if (text === "" || sentence.includes(text)) return null;
  return (
    <div className="pl-8 text-sm">
      <h3 className="eyebrow">What the user was told at the time</h3>
      <p dir="auto" className="break-words">
        {text}
      </p>
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
