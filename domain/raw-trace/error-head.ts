import type { ErrorHead } from "./read-exception";

/** `TypeError`, `sqlalchemy.exc.OperationalError`, `A::B`, `App\Late`, `AssertionError [ERR_ASSERTION]`, then a message. */
const NAMED = /^([A-Za-z_$][\w$-]*(?:(?:\.|::|\\|\+)[\w$<>`-]+)*)(?: \[[\w.]+\])?(?::(?: +(.*))?)?$/;
/** Said by the runtime, or by Ruby's logger, before the name. */
const LEAD =
  /^(?:Exception in thread "[^"]*" |(?:error: )?Uncaught (?:\(in promise\) )?|Unhandled (?:[Pp]romise )?[Rr]ejection:? |Unhandled [Ee]xception[.:] |[DIWEFA], \[[^\]]{1,60}\] +[A-Z]+ -- [^:]{0,60}: )/;
const ERROR_NAME =
  /(?:Error|Exception|Failure|Fault|Interrupt|Iteration|Exit|Throwable|Warning|Timeout|Panic|Rejection)$/;
/** Names in a line that begins otherwise, such as one of a log; only the start of a line is searched. */
const WITHIN =
  /(?:^|[\s:(])((?:[A-Za-z_$][\w$]*(?:\.|::|\\))*[A-Za-z_$][\w$]*(?:Error|Exception|Failure|Fault|Throwable)|Error|Exception): (.*)$/;
const WITHIN_CHARACTERS = 500;

/** The exception that a whole line names, `Type: message` or `Type`; null where the line is no such thing. */
export function namedHead(line: string): ErrorHead | null {
  const named = NAMED.exec(line.trim().replace(LEAD, ""));
  return named ? { type: named[1] ?? null, message: named[2]?.trim() || null } : null;
}

/** As `namedHead`, where the name also ends as those of errors do. */
export function errorHead(line: string): ErrorHead | null {
  const head = namedHead(line);
  return head?.type && ERROR_NAME.test(head.type) ? head : null;
}

/** Whatever a line says, as an exception: its name if one is found anywhere, else only the words. */
export function looseHead(line: string): ErrorHead {
  const words = line.trim();
  const whole = namedHead(words);
  if (whole && (whole.message !== null || ERROR_NAME.test(whole.type ?? ""))) return whole;
  const within = WITHIN.exec(words.slice(0, WITHIN_CHARACTERS));
  if (within?.[1] && ERROR_NAME.test(within[1])) return { type: within[1], message: within[2] ?? null };
  return { type: null, message: words || null };
}

/** `javax.servlet.ServletException` as module and type, as the SDKs of Python and Java report it. */
export function splitModule(head: ErrorHead): ErrorHead {
  const dot = head.type?.lastIndexOf(".") ?? -1;
  if (dot <= 0 || !head.type) return head;
  return { ...head, module: head.type.slice(0, dot), type: head.type.slice(dot + 1) };
}

/**
 * The exception named in the lines before the first frame: the first line that is surely one, and what follows it as
 * the rest of its message; else the last words there; null where there are none.
 */
export function headBefore(
  lines: readonly string[],
  end: number,
  read: (line: string) => ErrorHead | null = errorHead,
): ErrorHead | null {
  for (let index = 0; index < end; index += 1) {
    const head = read(lines[index] ?? "");
    if (head) return withRest(head, lines.slice(index + 1, end));
  }
  const last = lines.slice(0, end).findLast((line) => line.trim() !== "");
  return last === undefined ? null : looseHead(last);
}

function withRest(head: ErrorHead, rest: readonly string[]): ErrorHead {
  const message = [head.message ?? "", ...rest].join("\n").trim().slice(0, 8192);
  return { ...head, message: message || null };
}
