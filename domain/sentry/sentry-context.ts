import { withoutDepth } from "../json";
import { FREE_OBJECT_DEPTH } from "../reported-frames";
import { asText, filledText, isMembers, type Members, member, memberOf, membersOf } from "../sent-members";
import { sentExceptions, sentryMessage } from "./sentry-exceptions";
import { functionName, sentFrames } from "./sentry-frames";
import { SENTRY_KEEPS, type SentryKeep } from "./sentry-keeps";

/** The command line as SDKs of Python write it among what the application added. */
const ARGV = "sys.argv";

/**
 * Contexts that SDKs add by themselves and that say what the machine, the browser or the person is, not what failed;
 * `response` and `feedback` hold headers, cookies and names besides. What the application added by `setContext` is kept.
 */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...["device", "os", "browser", "app", "culture", "gpu", "cloud_resource", "monitor", "client_os"],
  ...["response", "feedback", "state", "profile", "replay", "user_info", "unity", "laravel", "memory_info"],
]);

/** Tags that have a field of their own in a frames record. */
const FIELDS: ReadonlySet<string> = new Set(["reference", "tool", "tenant", "service", "run_id"]);

/** So many tags, contexts and members of `extra` are kept: what holds more is no tag, but somebody's data. */
const MOST = 1_000;

/** The tags of an event, which are an object, or a list of pairs. */
export function tagsOf(event: Members): Map<string, string> {
  const sent = member(event, "tags");
  const pairs: unknown[] = Array.isArray(sent) ? sent : Object.entries(membersOf(sent));
  const tags = new Map<string, string>();
  for (const pair of pairs) {
    const [name, value] = Array.isArray(pair) ? pair : [];
    if (typeof name !== "string" || (tags.size >= MOST && !FIELDS.has(name))) continue;
    const text = filledText(value);
    if (text !== undefined) tags.set(name, text);
  }
  return tags;
}

/** What the tool was called with, where the application said so by `extra.arguments`. */
export function argumentsOf(event: Members): Members | undefined {
  const sent = member(extraOf(event), "arguments");
  return isMembers(sent) ? (withoutDepth(sent, FREE_OBJECT_DEPTH) as Members) : undefined;
}

/** What else of an event is kept beside its exceptions; undefined where it says nothing. */
export function contextOf(
  event: Members,
  tags: ReadonlyMap<string, string>,
  keeps: ReadonlySet<SentryKeep>,
): Members | undefined {
  const context = filled({
    run_id: tags.get("run_id"),
    release: filledText(member(event, "release")),
    level: filledText(member(event, "level")),
    logger: filledText(member(event, "logger")),
    transaction: filledText(member(event, "transaction")),
    server_name: filledText(member(event, "server_name")),
    message: sentExceptions(event).length > 0 ? sentryMessage(event) : undefined,
    sdk: sdkOf(event),
    tags: filled(Object.fromEntries([...tags].filter(([name]) => !FIELDS.has(name)))),
    contexts: contextsOf(event),
    extra: filled(Object.fromEntries(firstOf(extraOf(event)).filter(([name]) => !isElsewhere(event, name)))),
    ...keptOf(event, keeps),
  });
  return context && (withoutDepth(context, FREE_OBJECT_DEPTH) as Members);
}

function firstOf(members: Members): [string, unknown][] {
  const first: [string, unknown][] = [];
  for (const name in members) {
    if (first.length >= MOST) break;
    first.push([name, members[name]]);
  }
  return first;
}

const extraOf = (event: Members) => membersOf(member(event, "extra"));

function isElsewhere(event: Members, name: string): boolean {
  return name === ARGV || (name === "arguments" && argumentsOf(event) !== undefined);
}

function sdkOf(event: Members): string | undefined {
  const sdk = membersOf(member(event, "sdk"));
  return filledText([member(sdk, "name"), member(sdk, "version")].map(asText).join(" "));
}

/** Of a span: which it was. What it says besides is the request's address, its query and who sent it. */
const OF_TRACE: ReadonlySet<string> = new Set(["trace_id", "span_id", "parent_span_id", "op", "status"]);
/** By these names something else is dropped, wherever an application puts it. */
const DROPPED: ReadonlySet<string> = new Set(SENTRY_KEEPS);

function contextsOf(event: Members): Members | undefined {
  const sent = firstOf(membersOf(memberOf(event, "contexts", "sentry.interfaces.Contexts")));
  const kept = sent.filter(([name]) => !LEFT_OUT.has(name) && !DROPPED.has(name.toLowerCase()));
  return filled(
    Object.fromEntries(
      kept.map(([name, context]) => [name, name === "trace" ? traceOf(membersOf(context)) : context]),
    ),
  );
}

function traceOf(context: Members): Members | undefined {
  return filled(Object.fromEntries(Object.entries(context).filter(([name]) => OF_TRACE.has(name))));
}

/** What is dropped unless the installation allows it, by the names of that setting. */
function keptOf(event: Members, keeps: ReadonlySet<SentryKeep>): Members {
  const read: Record<SentryKeep, () => unknown> = {
    vars: () => varsOf(event),
    modules: () => member(event, "modules"),
    breadcrumbs: () => memberOf(event, "breadcrumbs", "sentry.interfaces.Breadcrumbs"),
    request: () => memberOf(event, "request", "sentry.interfaces.Http"),
    user: () => memberOf(event, "user", "sentry.interfaces.User"),
    argv: () => member(extraOf(event), ARGV),
  };
  return Object.fromEntries([...keeps].map((name) => [name, read[name]()]));
}

/** The local variables, each with the function they are of, newest frame of the outermost exception first. */
function varsOf(event: Members): unknown[] | undefined {
  const all = sentExceptions(event)
    .reverse()
    .flatMap((exception) =>
      sentFrames(member(exception, "stacktrace"))
        .reverse()
        .flatMap((frame) => {
          const vars = membersOf(member(frame, "vars"));
          if (Object.keys(vars).length === 0) return [];
          return [{ function: functionName(frame, undefined), line: member(frame, "lineno"), vars }];
        }),
    );
  return all.length === 0 ? undefined : all;
}

/** Without what is absent; undefined where nothing is left. */
function filled(members: Members): Members | undefined {
  const left = Object.entries(members).filter(([, value]) => value !== undefined && value !== null);
  return left.length === 0 ? undefined : Object.fromEntries(left);
}
