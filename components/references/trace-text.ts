import type { ExceptionItem, FramesRecord } from "@/lib/contract/frames-read";
import { placeOf } from "./fold-frames";

/** How an exception came to be raised from the one before it. */
export const RELATION_WORDS = {
  cause: "caused by",
  context: "raised while handling",
  group: "one of a group",
} as const;

/** A record as text to paste into an editor or a chat: the trace as it was sent, else the chain written out. */
export function traceText(record: FramesRecord): string {
  return record.raw ?? record.exceptions.map(exceptionText).join("\n\n");
}

function exceptionText(exception: ExceptionItem, index: number): string {
  const relation = index === 0 || !exception.relation ? "" : `${RELATION_WORDS[exception.relation]}:\n`;
  const frames = exception.frames.flatMap((frame) => [
    `  at ${frame.function ?? "?"} (${placeOf(frame)})`,
    ...(frame.code ? [`     ${frame.code.trim()}`] : []),
  ]);
  return `${relation}${[exceptionTitle(exception), ...frames].join("\n")}`;
}

/** `sqlalchemy.exc.OperationalError: server closed the connection`. */
export function exceptionTitle({ type, message, module }: ExceptionItem): string {
  const name = [module, type ?? "Exception"].filter(Boolean).join(".");
  return message ? `${name}: ${message}` : name;
}
