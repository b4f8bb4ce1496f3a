import type { ReportedException } from "../reported-frames";
import { asText, type Members, member, memberOf, membersOf, valuesOf } from "../sent-members";
import { framesOfStacktrace } from "./sentry-frames";

/** More than this many are told by the outermost and the innermost ones. */
const EXCEPTIONS_MOST = 100;

/** The exceptions of an event as they were sent: cause first. */
export function sentExceptions(event: Members): Members[] {
  return valuesOf(memberOf(event, "exception", "sentry.interfaces.Exception"))
    .map(membersOf)
    .filter((exception) => Object.keys(exception).length > 0);
}

/**
 * The exceptions of a Sentry event, outermost first, frames newest first (CONTRACT "Standards' doors"). An event without
 * any is told by its message, with the frames of where it was captured; empty where there is neither.
 */
export function exceptionsOfSentry(event: Members, language: string | undefined): ReportedException[] {
  const sent = ends(sentExceptions(event).reverse());
  if (sent.length === 0) return captured(event, language);
  const all = sent.map((exception, at) =>
    reported(exception, at === 0 ? undefined : relationOf(exception, sent), language),
  );
  const [outermost] = all;
  if (outermost && all.every(({ frames }) => frames === undefined))
    outermost.frames = threadFrames(event, language);
  return all;
}

function ends(sent: Members[]): Members[] {
  if (sent.length <= EXCEPTIONS_MOST) return sent;
  return [...sent.slice(0, EXCEPTIONS_MOST / 2), ...sent.slice(-EXCEPTIONS_MOST / 2)];
}

function reported(
  exception: Members,
  relation: ReportedException["relation"],
  language: string | undefined,
): ReportedException {
  return {
    type: asText(member(exception, "type")),
    message: asText(member(exception, "value")),
    module: asText(member(exception, "module")),
    relation,
    frames: framesOfStacktrace(member(exception, "stacktrace"), language),
  };
}

/** By the words of where it was found (`cause`, `__context__`, `errors[0]`), else by what it belongs to. */
function relationOf(exception: Members, all: readonly Members[]): "cause" | "context" | "group" {
  const mechanism = membersOf(member(exception, "mechanism"));
  const source = asText(member(mechanism, "source")) ?? "";
  if (/\[\d+\]$/.test(source)) return "group";
  if (source.includes("context")) return "context";
  if (source.includes("cause")) return "cause";
  const parent_id = member(mechanism, "parent_id");
  const parent = typeof parent_id === "number" ? all.find((one) => idOf(one) === parent_id) : undefined;
  return parent && member(membersOf(member(parent, "mechanism")), "is_exception_group") === true
    ? "group"
    : "cause";
}

const idOf = (exception: Members) => member(membersOf(member(exception, "mechanism")), "exception_id");

function captured(event: Members, language: string | undefined): ReportedException[] {
  const message = sentryMessage(event);
  const stacktrace = memberOf(event, "stacktrace", "sentry.interfaces.Stacktrace");
  const frames = framesOfStacktrace(stacktrace, language) ?? threadFrames(event, language);
  return message === undefined && frames === undefined ? [] : [{ message, frames }];
}

/** Of the thread that crashed, else of the one that was running. */
function threadFrames(event: Members, language: string | undefined) {
  const threads = valuesOf(member(event, "threads")).map(membersOf);
  const told =
    threads.find((one) => member(one, "crashed") === true) ??
    threads.find((one) => member(one, "current") === true);
  const thread = told ?? (threads.length === 1 ? threads[0] : undefined);
  return thread && framesOfStacktrace(member(thread, "stacktrace"), language);
}

/** What was logged, with its parameters filled in where the SDK did that. */
export function sentryMessage(event: Members): string | undefined {
  const sent = memberOf(event, "logentry", "sentry.interfaces.Message", "message");
  if (typeof sent === "string") return sent || undefined;
  return asText(memberOf(membersOf(sent), "formatted", "message")) || undefined;
}
