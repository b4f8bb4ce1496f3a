import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { Time } from "@/components/ui/time";
import { stringifyJson } from "@/domain/json";
import type { FramesKind, FramesRecord } from "@/lib/contract/frames-read";
import { ExceptionView } from "./exception-view";
import { KindSeen } from "./kind-seen";
import { markInWords } from "./mark-words";
import { traceText } from "./trace-text";

type FramesRecordViewProps = {
  record: FramesRecord;
  reference: string;
  /** Where failures of its kind were seen; undefined where that is not known */
  kind: FramesKind | undefined;
  /** Whether frames of libraries stand open */
  unfolded: boolean;
  title: string;
};

/** One record: the chain outermost first, then arguments, context and the text as it came. */
export function FramesRecordView({ record, reference, kind, unfolded, title }: FramesRecordViewProps) {
  const where = [record.tool, record.tenant, record.environment, record.service, record.language];
  const text = traceText(record);
  return (
    <article aria-label={title} className="min-w-0 border-t pt-3">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 pb-2">
        <div className="min-w-0">
          <h2 className="font-medium">{title}</h2>
          <p className="text-muted text-sm">
            <Time iso={record.captured_at} />
            {where.some(Boolean) && ` · ${where.filter(Boolean).join(" · ")}`}
          </p>
        </div>
        {text !== "" && <CopyButton text={text} label="Copy trace" />}
      </header>
      {kind && <KindSeen kind={kind} reference={reference} topFrame={record.top_frame} />}
      {record.exceptions.map((exception, index) => (
        <ExceptionView key={index} exception={exception} first={index === 0} unfolded={unfolded} />
      ))}
      {record.exceptions.length === 0 && record.raw !== null && (
        <p className="text-muted text-sm">
          No exception could be read from its text, so it is shown as it came.
        </p>
      )}
      <Block title="Arguments" value={record.arguments} />
      <Block title="Context" value={record.context} />
      {record.raw !== null && (
        <details className="pt-3" open={record.exceptions.length === 0}>
          <summary className="font-medium text-sm">The text as it came</summary>
          <CodeBlock code={record.raw} label="trace as text" className="mt-2" />
        </details>
      )}
      {record.marks.length > 0 && (
        <ul aria-label="Noticed at ingest" className="pt-2 text-muted text-xs">
          {record.marks.map((mark) => (
            <li key={mark}>{markInWords(mark)}</li>
          ))}
        </ul>
      )}
    </article>
  );
}

function Block({ title, value }: { title: string; value: Record<string, unknown> | null }) {
  if (value === null || Object.keys(value).length === 0) return null;
  return (
    <section className="pt-3">
      <h3 className="pb-1 font-medium text-sm">{title}</h3>
      <CodeBlock code={stringifyJson(value, 2)} label={title.toLowerCase()} wrap />
    </section>
  );
}
