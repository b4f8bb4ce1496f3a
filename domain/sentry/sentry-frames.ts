import type { ReportedStackFrame } from "../reported-frames";
import { asText, type Members, member, memberOf, membersOf } from "../sent-members";

/** Where a function's name does not hold the class or package it belongs to, as a printed trace of these does. */
const NAMED_BY_MODULE: ReadonlySet<string | undefined> = new Set(["java", "csharp", "go"]);

/** The frames of a Sentry stack trace, which run oldest first, newest first; undefined where there are none. */
export function framesOfStacktrace(
  stacktrace: unknown,
  language: string | undefined,
): ReportedStackFrame[] | undefined {
  const sent = sentFrames(stacktrace);
  return sent.length === 0 ? undefined : sent.reverse().map((frame) => stackFrame(frame, language));
}

/** The frames as they were sent. */
export function sentFrames(stacktrace: unknown): Members[] {
  const frames = Array.isArray(stacktrace) ? stacktrace : member(membersOf(stacktrace), "frames");
  return Array.isArray(frames) ? frames.map(membersOf).filter((frame) => Object.keys(frame).length > 0) : [];
}

function stackFrame(frame: Members, language: string | undefined): ReportedStackFrame {
  const in_app = member(frame, "in_app");
  return {
    // What is relative to the project comes first: `abs_path` tells where somebody's home is.
    file: asText(memberOf(frame, "filename", "abs_path")),
    line: position(member(frame, "lineno")),
    column: position(member(frame, "colno")),
    function: functionName(frame, language),
    code: asText(member(frame, "context_line")),
    in_app: typeof in_app === "boolean" ? in_app : undefined,
  };
}

/** As it is called in the frames that are kept. `?` is what SDKs write for a function without a name. */
export function functionName(frame: Members, language: string | undefined): string | undefined {
  const name = asText(member(frame, "function"));
  const module = asText(member(frame, "module"));
  if (name === undefined || name === "?") return undefined;
  const isWhole = module === undefined || module === "" || name.includes(module);
  return isWhole || !NAMED_BY_MODULE.has(language) ? name : `${module}.${name}`;
}

function position(sent: unknown): number | undefined {
  const value = typeof sent === "string" && sent.trim() !== "" ? Number(sent) : sent;
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}
