import Link from "next/link";
import { formatShare } from "@/components/charts/prepare-format";
import { ReferenceChip } from "@/components/marks/reference-chip";
import { lintHref } from "@/lib/client/lint";
import { referenceHref } from "@/lib/client/reference-href";
import type { RegisteredCode } from "@/lib/contract/codes";

/** The share of bodies that leave something unsaid, what that is, and one that does. */
export function SayingCell({ saying }: { saying: RegisteredCode["saying"] }) {
  const { share, lacking, lacks, example_reference, example_event_id } = saying;
  if (share === null) return <span className="text-faint">–</span>;
  if (lacking === 0) return <span className="text-muted text-xs">says all</span>;
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-xs">
      <span className="font-medium text-sm">{formatShare(share)}</span>
      <span className="text-muted">no {lacks.map(({ field }) => field).join(", no ")}</span>
      {example_reference && (
        <span className="relative flex items-center gap-2">
          <ReferenceChip
            reference={example_reference}
            href={referenceHref(example_reference, example_event_id, "model")}
          />
          <Link
            href={lintHref({ reference: example_reference, event_id: example_event_id })}
            aria-label={`Lint the body of ${example_reference}`}
            className="text-accent underline-offset-2 hover:underline"
          >
            Lint
          </Link>
        </span>
      )}
    </span>
  );
}
