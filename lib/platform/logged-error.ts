import { scrubText } from "@/domain/scrub/scrub-text";

/** What the log says of an error: enough to find the fault, and nothing a user pasted or a producer sent. */
export type LoggedError = {
  type: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: LoggedError;
};

const MAX_DEPTH = 5;

/**
 * An error for the log. A failed statement carries its parameters, in members of its own and in Drizzle's
 * message; they are left out: pasted text, keys and messages must not reach the log (EXPERIENCE, CONTRACT
 * "Reading"). PostgreSQL's `detail` quotes rows, so it is left out too.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: "something that is no error was thrown" };
  const code: unknown = Reflect.get(error, "code");
  const stack = error.stack
    ?.split("\n")
    .filter((line) => /^\s+at /.test(line))
    .join("\n");
  return {
    type: error.name,
    message: withoutParameters(error.message),
    ...(typeof code === "string" ? { code } : {}),
    ...(stack ? { stack } : {}),
    ...(error.cause !== undefined && depth < MAX_DEPTH ? { cause: loggedError(error.cause, depth + 1) } : {}),
  };
}

function withoutParameters(message: string): string {
  const at = message.search(/\nparams: /);
  // Scrubbed before it is cut: half a secret is not known for one.
  const kept = scrubText(at < 0 ? message : message.slice(0, at)).text;
  return kept.length > 2000 ? `${kept.slice(0, 2000)}…` : kept;
}
