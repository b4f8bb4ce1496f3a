import { cn } from "@/components/ui/cn";
import type { ExceptionItem, StackFrame } from "@/lib/contract/frames-read";
import { foldFrames, placeOf } from "./fold-frames";
import { RELATION_WORDS } from "./trace-text";

type ExceptionViewProps = {
  exception: ExceptionItem;
  /** The outermost one */
  first: boolean;
  /** Whether frames of libraries stand open */
  unfolded: boolean;
};

/** One link of the chain: what tied it to the one above, its type and message, its frames newest first. */
export function ExceptionView({ exception, first, unfolded }: ExceptionViewProps) {
  const relation = exception.relation ?? "cause";
  return (
    <section className={cn("min-w-0", !first && "pt-4")}>
      {!first && <p className="pb-1 text-muted text-xs">{RELATION_WORDS[relation]}</p>}
      <h3 className="break-words text-sm">
        <code className="font-semibold">{exception.type ?? "Exception"}</code>
        {exception.module && <code className="text-faint"> {exception.module}</code>}
      </h3>
      {exception.message && (
        <p className="whitespace-pre-wrap break-words font-mono text-muted text-xs">{exception.message}</p>
      )}
      {exception.frames.length > 0 && (
        <ol className="mt-2 overflow-hidden rounded-md border">
          {foldFrames(exception.frames).map((group, index) => (
            <li key={index} className="border-b last:border-b-0">
              {group.kind === "open" ? (
                <FrameView frame={group.frame} />
              ) : (
                // Made anew when all are unfolded or folded; in between each is its reader's.
                <FoldedFrames key={String(unfolded)} frames={group.frames} open={unfolded} />
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function FrameView({ frame, quiet }: { frame: StackFrame; quiet?: boolean }) {
  return (
    <div className={cn("min-w-0 px-3 py-1.5 font-mono text-xs", quiet && "text-muted")}>
      <div className="flex flex-wrap gap-x-3">
        <span className={cn("break-all", !quiet && "font-semibold")}>{frame.function ?? "anonymous"}</span>
        <span className="break-all text-muted">{placeOf(frame)}</span>
      </div>
      {frame.code && (
        <pre className="mt-1 overflow-x-auto whitespace-pre-wrap break-words border-accent border-l-2 pl-2">
          {frame.code.trim()}
        </pre>
      )}
    </div>
  );
}

function FoldedFrames({ frames, open }: { frames: readonly StackFrame[]; open: boolean }) {
  const outside = frames.every((frame) => frame.in_app === false);
  return (
    <details open={open}>
      <summary className="bg-sunken px-3 py-1 text-muted text-xs hover:text-ink">
        {frames.length} {frames.length === 1 ? "frame" : "frames"} {outside ? "of libraries" : "more"}
      </summary>
      <ol>
        {frames.map((frame, index) => (
          <li key={index} className="border-t">
            <FrameView frame={frame} quiet />
          </li>
        ))}
      </ol>
    </details>
  );
}
