import {
  EXPORT_FORMAT,
  EXPORT_VERSION,
  type ExportHead,
  type ExportPiece,
  type ExportRow,
  type ExportSection,
  type ExportWriter,
} from "./case-export";
import { stringifyJson } from "./json";
import { codeBlock, codeSpan } from "./markdown-text";

type Layout =
  | { as: "facts" }
  /** One row a line; the columns in this order, the rest is left to the JSON. */
  | { as: "table"; columns: readonly string[] }
  /** A heading and a list each; `blocks` are too long for a line. */
  | { as: "entries"; at: string; blocks: readonly string[] };

type Chapter = { title: string; about: string; layout: Layout };

const entries = (at: string, ...blocks: string[]): Layout => ({ as: "entries", at, blocks });
const table = (...columns: string[]): Layout => ({ as: "table", columns });

const CHAPTERS: Readonly<Record<ExportSection, Chapter>> = {
  contains: { title: "What this file contains", about: "", layout: { as: "facts" } },
  case: { title: "The case", about: "As it stood when it was exported.", layout: { as: "facts" } },
  openings: {
    title: "Openings",
    about: "Each has at most one verdict; a reopened case begins the next.",
    layout: table("opening", "began_at", "because", "verdict", "settled_at", "ended_at", "ended_because"),
  },
  attempts: {
    title: "Attempts",
    about: "What was tried, with the copy of each event.",
    layout: entries("occurred_at", "snapshot", "found_note"),
  },
  evidence: {
    title: "Evidence",
    about: "What was seen outside, and when.",
    layout: entries("observed_at", "note"),
  },
  possible_evidence: {
    title: "Possible evidence",
    about: "Reports that match this intent and others as well: shown, not attached here.",
    layout: entries("observed_at", "note"),
  },
  verdicts: {
    title: "Verdicts",
    about:
      "What was decided and told: sent, delivered and acknowledged apart. Proposals that were not agreed to are among them.",
    layout: entries("given_at"),
  },
  claims: {
    title: "Claims",
    about: "Who held the case.",
    layout: table("claimed_at", "opening", "by_kind", "by", "expires_at", "ended_at", "ended_as"),
  },
  notes: {
    title: "Notes",
    about: "Among people; they never went to a runtime, a key or a webhook.",
    layout: entries("created_at", "text"),
  },
  attachments: {
    title: "Attachments",
    about: "The files themselves are not part of this export; the digests tell whether a file is the one.",
    layout: table(
      "created_at",
      "name",
      "media_type",
      "byte_count",
      "sha256",
      "by",
      "removed_at",
      "removed_by",
    ),
  },
  probe_runs: {
    title: "Probes",
    about: "Each time the outside was asked.",
    layout: table("asked_at", "opening", "by", "outcome", "status", "error", "found", "duration_ms"),
  },
  messages: {
    title: "Messages",
    about: "What the world was told, and every try to tell it.",
    layout: entries("created_at", "data", "deliveries"),
  },
  bulk_actions: {
    title: "Bulk actions",
    about: "Those this case was part of.",
    layout: table("at", "kind", "by", "outcome", "code", "message", "bulk_id"),
  },
  audit: {
    title: "Audit",
    about:
      "Everything that was done, in the order it was done: claims, assignments, escalations, snoozes, verdicts and the rest.",
    layout: table("at", "action", "actor_kind", "actor_name", "details"),
  },
};

/** The file's head, to be written before the pieces. */
export function markdownHead(head: ExportHead, row: ExportRow): string {
  const { exported_at, exported_by, exported_before } = head;
  const facts = {
    tool: row.tool,
    idempotency_key: row.idempotency_key,
    case_id: row.case_id,
    state: row.state,
  };
  const about = {
    ...{ exported_at, exported_by: exported_by.name, exporter: `${exported_by.kind} ${exported_by.id}` },
    ...{ format: `${EXPORT_FORMAT} ${EXPORT_VERSION}`, exports_before_this: exported_before.length },
  };
  return `# Case ${inline("case_id", row.case_id)}\n\nAll times are UTC. What people and systems wrote stands in code, as it was written; characters that cannot be seen are spelled out.\n\n${factsTable({ ...facts, ...about })}`;
}

/** Its end: the fingerprint that ties it to the JSON file of the same content. */
export function markdownTail(sha256: string): string {
  return `\n## Fingerprint\n\nSHA-256 of the content of the JSON export, its third line without the line break. The two files tell the same history when these are equal.\n\n${codeBlock(sha256)}`;
}

/** Writes the content for people, section by section, in pieces. */
export function markdownWriter(): ExportWriter {
  let open: ExportSection | null = null;
  let count = 0;
  return {
    write: ({ section, rows }: ExportPiece) => {
      const { title, about, layout } = CHAPTERS[section];
      let text = "";
      if (section !== open) {
        [open, count] = [section, 0];
        text += `\n## ${title}\n\n${about === "" ? "" : `${about}\n\n`}`;
        if (layout.as === "table" && rows.length > 0) text += tableHead(layout.columns);
        if (rows.length === 0) text += "None.\n";
      }
      for (const row of rows) {
        count += 1;
        text += writeRow(layout, row, count);
      }
      return text;
    },
    end: () => "",
  };
}

function writeRow(layout: Layout, row: ExportRow, count: number): string {
  switch (layout.as) {
    case "facts":
      return factsTable(row);
    case "table":
      return tableRow(layout.columns.map((name) => inline(name, row[name], "cell")));
    case "entries":
      return entry(layout.at, layout.blocks, row, count);
  }
}

function entry(at: string, blocks: readonly string[], row: ExportRow, count: number): string {
  const lines = Object.entries(row)
    .filter(([name, value]) => name !== at && !blocks.includes(name) && value !== null && value !== undefined)
    .map(([name, value]) => `- ${name}: ${inline(name, value)}\n`);
  const long = blocks.flatMap((name) => (isNothing(row[name]) ? [] : [`\n${name}:\n\n${block(row[name])}`]));
  return `${count === 1 ? "" : "\n"}### ${count}. ${inline(at, row[at])}\n\n${lines.join("")}${long.join("")}`;
}

const isNothing = (value: unknown) =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

function block(value: unknown): string {
  return typeof value === "string" ? codeBlock(value) : codeBlock(stringifyJson(value, 2), "json");
}

function factsTable(row: ExportRow): string {
  const lines = Object.entries(row).map(([name, value]) => tableRow([name, inline(name, value, "cell")]));
  return `${tableHead(["what", "value"])}${lines.join("")}`;
}

const tableRow = (cells: readonly string[]) => `| ${cells.join(" | ")} |\n`;
const tableHead = (columns: readonly string[]) => `${tableRow(columns)}${tableRow(columns.map(() => "---"))}`;

/** A value on one line. Numbers, yes and no, and our own instants are no text of anybody's. */
function inline(name: string, value: unknown, place: "line" | "cell" = "line"): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "number") return String(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value !== "string") return codeSpan(stringifyJson(value), place);
  return isInstant(name, value) ? `${value.slice(0, 10)} ${value.slice(11, -1)} UTC` : codeSpan(value, place);
}

const INSTANT_NAME = /(^|_)(at|until|after|from)$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;
const isInstant = (name: string, value: string) => INSTANT_NAME.test(name) && INSTANT.test(value);
