import { LeakMark } from "@/components/marks/leak-mark";
import type { MarkedPart } from "./mark-leaks";

/** A written value in which each leak is set off by a line and named by its kind; copied, it is the value alone. */
export function MarkedValue({ parts }: { parts: readonly MarkedPart[] }) {
  const shown = parts.map(({ text, kind }, at) =>
    kind === null ? (
      <span key={at}>{text}</span>
    ) : (
      <mark
        key={at}
        className="rounded-sm bg-warn-soft box-decoration-clone px-0.5 text-ink underline decoration-warn decoration-wavy underline-offset-4"
      >
        <span className="mr-1 inline-block select-none align-middle font-sans no-underline">
          <span className="sr-only">Leak, </span>
          <LeakMark kind={kind} />
          <span className="sr-only">: </span>
        </span>
        {text}
        <span className="sr-only select-none"> (end of leak)</span>
      </mark>
    ),
  );
  // Isolated: what turns the direction of writing in it turns nothing around it.
  return <bdi>{shown}</bdi>;
}
