import { LeakMark } from "@/components/marks/leak-mark";
import { LEAK_WORDS } from "@/components/marks/leak-words";
import { CodeBlock } from "@/components/ui/code-block";
import { KeyValues } from "@/components/ui/key-values";
import { stringifyJson } from "@/domain/json";
import type { ReportAnswer } from "@/lib/contract/report";
import { FoldedSpellings } from "./event-marks";
import { kindsIn, markLeaks } from "./mark-leaks";
import { MarkedValue } from "./marked-value";
import { writeValue } from "./write-value";

/** The body as the model got it, readable and raw, what leaked into it, and what its class would have needed. */
export function ModelTab({ report }: { report: ReportAnswer }) {
  const event = report.events.at(-1);
  const { model_body: body } = report;
  if (!event || !body)
    return <p className="max-w-prose text-muted">The event has not arrived, so its body is not known.</p>;
  return (
    <div className="flex flex-col gap-6">
      <div>
        <KeyValues
          items={Object.entries(body).map(([key, value]) => ({
            key,
            value: <BodyValue field={key} value={value} />,
            mono: typeof value !== "string" || !PROSE.has(key),
          }))}
        />
        <FoldedSpellings event={event} />
      </div>
      <Leaked body={body} />
      <Missing better={report.better_body} />
      <div className={report.better_body ? "grid gap-4 xl:grid-cols-2" : undefined}>
        <Json title="As JSON" value={body} label="body as JSON" />
        {report.better_body && (
          <Json title="As it could be" value={report.better_body.body} label="better body" />
        )}
      </div>
    </div>
  );
}

/** Written to be read by the model, not by a parser. */
const PROSE: ReadonlySet<string> = new Set(["message", "hint", "precondition"]);

function BodyValue({ field, value }: { field: string; value: unknown }) {
  if (Array.isArray(value))
    return (
      <ul className="flex flex-wrap gap-x-3">
        {value.map((each, index) => (
          <li key={index} className="break-all">
            <MarkedValue parts={markLeaks(field, each)} />
          </li>
        ))}
      </ul>
    );
  const prose = typeof value === "string";
  return (
    <span className={prose ? "whitespace-pre-wrap break-words" : "break-all"}>
      <MarkedValue parts={markLeaks(field, value)} />
    </span>
  );
}

/** Found only in texts that came unmasked: whoever may not see frames has nothing to mend here. */
function Leaked({ body }: { body: Record<string, unknown> }) {
  const kinds = kindsIn(body);
  if (kinds.length === 0) return null;
  return (
    <section aria-labelledby="leaked" className="border-t pt-3 text-sm">
      <h2 id="leaked" className="pb-1 font-medium">
        What leaked
      </h2>
      <p className="max-w-prose pb-1 text-muted">
        Marked above: it was meant for the log. Whoever may not see frames gets it masked.
      </p>
      <ul className="grid gap-x-3 gap-y-1.5 pt-1 sm:grid-cols-[max-content_minmax(0,1fr)]">
        {kinds.map((kind) => (
          <li key={kind} className="grid justify-items-start gap-y-0.5 sm:col-span-2 sm:grid-cols-subgrid">
            <LeakMark kind={kind} />
            <span className="text-muted">{LEAK_WORDS[kind].mend}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Json({ title, value, label }: { title: string; value: Record<string, unknown>; label: string }) {
  return (
    <section className="min-w-0">
      <h2 className="pb-1 font-medium text-sm">{title}</h2>
      <CodeBlock code={stringifyJson(value, 2)} label={label} wrap />
    </section>
  );
}

/** Saying less is the other failure: a body without its correction is a hammering loop with better hygiene. */
function Missing({ better }: { better: ReportAnswer["better_body"] }) {
  return (
    <section className="border-t pt-3 text-sm">
      <h2 className="pb-1 font-medium">What is missing</h2>
      {better === null ? (
        <p className="text-muted">Nothing that a failure of its class needs.</p>
      ) : (
        <KeyValues
          items={better.missing.map(({ field, why, example }) => ({
            key: field,
            value: (
              <>
                <span className="text-muted">{why} For instance</span>{" "}
                <code className="break-words text-xs">{writeValue(example)}</code>
              </>
            ),
          }))}
        />
      )}
    </section>
  );
}
