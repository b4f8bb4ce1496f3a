import { isDomainError } from "./errors";
import type { ReadFrame } from "./raw-trace/read-exception";
import { v8Frame } from "./raw-trace/v8-frame";
import { scrubText } from "./scrub/scrub-text";

/** A failure of Errata itself, answered or met in the background, before it is made a report of source `errata`. */
export type OwnFailure = {
  thrown: unknown;
  /** The public token that was answered or logged. */
  reference: string;
  /** RFC 3339. */
  occurred_at: string;
  /** What failed, as a tool: `POST /api/v1/cases/{case_id}/claim`, `duty expand-outbox`, `page /queue`. */
  tool: string;
  code: string;
  errorClass: string;
  /** What else is known of the circumstances; never of what was sent. */
  context: Readonly<Record<string, string | number | null>>;
};

/** The source under which Errata reports its own failures; no key is made for it (DESIGN 15). */
export const OWN_SOURCE = "errata";

type OwnFrame = Omit<ReadFrame, "code">;
type OwnException = { type: string; message: string | null; relation?: "cause"; frames: OwnFrame[] };

const CHAIN_MAX = 6;
const FRAMES_MAX = 60;
const MESSAGE_CHARACTERS = 500;

/**
 * The report for the frames door. Paths are told relative to `root`, and what is not ours (Node, packages) is left out.
 */
export function framesOfFailure(failure: OwnFailure, root: string, event_id: string | null) {
  return {
    ...{ reference: failure.reference, captured_at: failure.occurred_at, event_id },
    ...{ tool: failure.tool, service: OWN_SOURCE, language: "javascript" },
    exceptions: chainOf(failure, root),
    context: { ...failure.context, code: failure.code, class: failure.errorClass },
  };
}

/** The report for the events door, of what nobody thought of: it counts as unmapped like anybody's. */
export function eventOfFailure(failure: OwnFailure, release: string, event_id: string) {
  return {
    ...{ reference: failure.reference, occurred_at: failure.occurred_at, event_id },
    ...{ tool: failure.tool, service: OWN_SOURCE, release },
    ...{ code: failure.code, class: failure.errorClass, retryable: false },
    message: "Something failed that was not thought of. Quote the reference to find out what.",
  };
}

function chainOf({ thrown, code }: OwnFailure, root: string): OwnException[] {
  const chain: OwnException[] = [];
  let current = thrown;
  while (chain.length < CHAIN_MAX && current !== undefined && current !== null) {
    const exception = exceptionOf(current, root);
    chain.push(chain.length === 0 ? exception : { ...exception, relation: "cause" });
    current = typeof current === "object" ? Reflect.get(current, "cause") : undefined;
  }
  return chain.length > 0 ? chain : [{ type: code, message: null, frames: [] }];
}

function exceptionOf(thrown: unknown, root: string): OwnException {
  if (!(thrown instanceof Error) && !isDomainError(thrown))
    return { type: typeof thrown, message: "something that is no error was thrown", frames: [] };
  return { type: typeOf(thrown), message: messageOf(thrown), frames: framesOf(thrown, root) };
}

function typeOf(error: Error): string {
  const name = String(error.name);
  return /^[\w$.]{1,100}$/.test(name) ? name : "Error";
}

/**
 * What may be kept of an error's words. Ours may name what was sent, so their code stands in their place; what quotes
 * its input (parsers, PostgreSQL) is kept without the quotation, and a statement without its parameters.
 */
function messageOf(error: Error): string | null {
  if (isDomainError(error)) return error.code;
  const facts = databaseFacts(error);
  const said = facts ?? unquoted(error);
  return said === null ? null : scrubText(said).text.slice(0, MESSAGE_CHARACTERS);
}

/** PostgreSQL's sentence may quote a value; its code and the names from our schema do not. */
function databaseFacts(error: Error): string | null {
  const code: unknown = Reflect.get(error, "code");
  if (error.name !== "PostgresError" || typeof code !== "string") return null;
  const names = ["schema_name", "table_name", "column_name", "constraint_name"].flatMap((field) => {
    const name: unknown = Reflect.get(error, field);
    return typeof name === "string" ? [`${field.replace("_name", "")} ${name}`] : [];
  });
  return [`SQLSTATE ${code}`, ...names].join(", ");
}

/** These say back what they were given to read, in quotes that may hold quotes. */
const QUOTES_ITS_INPUT = /^(?:SyntaxError|URIError|\$?ZodError|ZodRealError)$/;
/** In these a quoted word is a name in the program. */
const NAMES_THE_PROGRAM = /^(?:TypeError|ReferenceError|RangeError)$/;

function unquoted(error: Error): string | null {
  if (QUOTES_ITS_INPUT.test(error.name)) return null;
  const parameters = error.message.search(/\nparams: /);
  const message = parameters < 0 ? error.message : error.message.slice(0, parameters);
  if (message.startsWith("Failed query: ")) return message;
  if (NAMES_THE_PROGRAM.test(error.name))
    return message.replace(/(["'`])(?![A-Za-z_$][\w$]{0,60}\1)[\s\S]*\1/g, "$1…$1");
  return message.replace(/["'`][\s\S]*["'`]/, "…");
}

/** Newest first. The message may span lines that look like frames, so reading begins behind it. */
function framesOf(error: Error, root: string): OwnFrame[] {
  const stack = typeof error.stack === "string" ? error.stack : "";
  const behind = stack.indexOf(error.message);
  const lines = (behind < 0 ? stack : stack.slice(behind + error.message.length)).split("\n", FRAMES_MAX);
  return lines.flatMap((line) => {
    const frame = v8Frame(line);
    const file = frame?.file ? ownFile(frame.file, root) : null;
    if (!frame || file === null) return [];
    const { line: row, column, function: name } = frame;
    return [{ file, line: row, column, function: name, in_app: true }];
  });
}

/** The path below the root; null for what is not ours. */
function ownFile(file: string, root: string): string | null {
  const path = file.replace(/^file:\/\//, "").replace(/[?#].*$/, "");
  if (!path.startsWith(`${root}/`) || path.includes("/node_modules/")) return null;
  return path.slice(root.length + 1);
}
