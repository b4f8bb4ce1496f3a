import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { Time } from "@/components/ui/time";
import { stringifyJson } from "@/domain/json";
import type { FramesRecord } from "@/lib/contract/frames-read";
import { ExceptionView } from "./exception-view";
import { traceText } from "./trace-text";

/** One record: the chain outermost first, then arguments, context and the text as it came. */
export function FramesRecordView({ record, title }: { record: FramesRecord; title: string }) {
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
      {record.exceptions.map((exception, index) => (
        <ExceptionView key={index} exception={exception} first={index === 0} />
      ))}
      <Block title="Arguments" value={record.arguments} />
      <Block title="Context" value={record.context} />
      {record.raw !== null && (
        <details className="pt-3" open={record.exceptions.length === 0}>
          <summary className="font-medium text-sm">The text as it came</summary>
          <CodeBlock code={record.raw} label="trace as text" className="mt-2" />
        </details>
      )}
      {record.marks.length > 0 && (
        <p className="pt-2 text-muted text-xs">Noticed at ingest: {record.marks.join(", ")}</p>
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
