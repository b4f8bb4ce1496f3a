export type ReadFrame = {
  file: string | null;
  line: number | null;
  column: number | null;
  function: string | null;
  code: string | null;
  /** Guessed from the path and the name, once it is wanted; null for a gap between frames. */
  in_app: boolean | null | undefined;
};

export type Relation = "cause" | "context" | "group";

/** One exception of a chain as read from text, its frames newest first. */
export type ReadException = {
  type: string | null;
  message: string | null;
  module: string | null;
  /** How it belongs to the one before it; null for the outermost. */
  relation: Relation | null;
  frames: ReadFrame[];
};

/** What a line says that names an exception. */
export type ErrorHead = { type: string | null; module?: string | null; message: string | null };

/** Reads the traces that one family of languages prints. */
export type TraceReader = {
  /** As producers spell them in `language`, in lower case. */
  languages: readonly string[];
  /** The first line which only this family prints; -1 where there is none. */
  find: (lines: readonly string[]) => number;
  /** Exceptions outermost first, frames newest first. */
  read: (lines: readonly string[]) => ReadException[];
};

const MESSAGE_CHARACTERS = 8192;
const LINE_NUMBER_MAX = 2 ** 31;

export function exceptionOf(head: ErrorHead, relation: Relation | null = null): ReadException {
  const { type, module = null, message } = head;
  return { type, message: message || null, module, relation, frames: [] };
}

/** Further lines of a message; what is beyond 8,192 characters is left to the raw text. */
export function addToMessage(exception: ReadException, line: string): void {
  const before = exception.message ?? "";
  if (before.length + line.length < MESSAGE_CHARACTERS)
    exception.message = before === "" ? line : `${before}\n${line}`;
}

type FrameParts = {
  file?: string | null | undefined;
  line?: string | undefined;
  column?: string | undefined;
  function?: string | null | undefined;
  code?: string;
};

export function frameOf(parts: FrameParts): ReadFrame {
  return {
    file: parts.file || null,
    line: numberOf(parts.line),
    column: numberOf(parts.column),
    function: parts.function || null,
    code: parts.code ?? null,
    in_app: undefined,
  };
}

function numberOf(digits: string | undefined): number | null {
  if (digits === undefined || digits === "") return null;
  const number = Number(digits);
  return Number.isSafeInteger(number) && number < LINE_NUMBER_MAX ? number : null;
}

/** Whether a frame's name stands for frames that are not there. */
export function isGap(name: string): boolean {
  return name.startsWith("… ") && name.endsWith(" …");
}

/** Stands for frames that the runtime left out. */
export function gapOf(words: string): ReadFrame {
  return { file: null, line: null, column: null, function: `… ${words} …`, code: null, in_app: null };
}
