import { stringifyJson } from "./json";

/** The file's own name and the version of its shape; a reader checks both before it relies on the rest. */
export const EXPORT_FORMAT = "errata.case";
export const EXPORT_VERSION = 1;

/** What an exported case consists of, in this order. */
export const EXPORT_SECTIONS = [
  "contains",
  "case",
  "openings",
  "attempts",
  "evidence",
  "possible_evidence",
  "verdicts",
  "claims",
  "notes",
  "attachments",
  "probe_runs",
  "messages",
  "bulk_actions",
  "audit",
] as const;
export type ExportSection = (typeof EXPORT_SECTIONS)[number];

/** One object each; the others are lists. */
const SINGLE: ReadonlySet<ExportSection> = new Set(["contains", "case"]);

export type ExportRow = Record<string, unknown>;

/** A part of one section; a long section comes in several, each section at least once. */
export type ExportPiece = { section: ExportSection; rows: readonly ExportRow[] };

export type ExportHead = {
  exported_at: string;
  exported_by: { kind: string; id: string; name: string };
  /** Earlier exports, oldest first: they are no part of the content, else every export would change the next. */
  exported_before: readonly ExportRow[];
};

/** Writes pieces of text as sections come; `end` closes what is open. */
export type ExportWriter = { write: (piece: ExportPiece) => string; end: () => string };

/**
 * The content as one line of JSON, written in pieces. Its bytes are what the fingerprint is of, so they are
 * the same whatever the pieces were cut into.
 */
export function jsonWriter(): ExportWriter {
  let open: ExportSection | null = null;
  let isFirstRow = true;
  const close = () => (open === null || SINGLE.has(open) ? "" : "]");
  const begin = (section: ExportSection): string => {
    const before = open === null ? "{" : `${close()},`;
    open = section;
    isFirstRow = true;
    return `${before}${JSON.stringify(section)}:${SINGLE.has(section) ? "" : "["}`;
  };
  return {
    write: ({ section, rows }) => {
      let text = section === open ? "" : begin(section);
      for (const row of rows) {
        text += `${isFirstRow ? "" : ","}${stringifyJson(row)}`;
        isFirstRow = false;
      }
      return text;
    },
    end: () => (open === null ? "{}" : `${close()}}`),
  };
}

/**
 * The file around the content: the content stands alone on the third line, so that
 * `sed -n 3p case.json | tr -d '\n' | sha256sum` gives its fingerprint.
 */
export function jsonHead(head: ExportHead): string {
  const { exported_at, exported_by, exported_before } = head;
  const said = { format: EXPORT_FORMAT, version: EXPORT_VERSION, exported_at, exported_by, exported_before };
  return `${stringifyJson(said).slice(0, -1)},\n"content":\n`;
}

export const jsonTail = (sha256: string) => `\n,"sha256":${JSON.stringify(sha256)}}\n`;
