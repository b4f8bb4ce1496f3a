import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { expect, test } from "vitest";
import type { ExportPiece } from "./case-export";
import { markdownHead, markdownTail, markdownWriter } from "./case-export-markdown";

type Root = ReturnType<typeof fromMarkdown>;
type Nodes = Root | Root["children"][number];

const AT = "2026-11-15T12:00:00.123456Z";

/** A case in which every text that somebody else may have written is this one. */
function piecesWith(text: string): ExportPiece[] {
  const by = { by: text, by_id: text };
  return [
    { section: "contains", rows: [{ arguments: true }] },
    {
      section: "case",
      rows: [{ tool: text, idempotency_key: text, flags: [text], opened_at: AT, reason: text }],
    },
    { section: "openings", rows: [{ opening: 1, began_at: AT, because: null, verdict: "absent" }] },
    {
      section: "attempts",
      rows: [1, 2].map(() => ({
        occurred_at: AT,
        reference: text,
        code: text,
        snapshot: { [text]: text, deep: [text] },
        found_note: text,
      })),
    },
    { section: "evidence", rows: [{ observed_at: AT, kind: text, url: text, note: text, ...by }] },
    { section: "possible_evidence", rows: [] },
    { section: "verdicts", rows: [{ given_at: AT, external_id: text, ...by }] },
    {
      section: "claims",
      rows: [
        { claimed_at: AT, opening: 1, ...by },
        { claimed_at: AT, opening: 1, ...by },
      ],
    },
    { section: "notes", rows: [{ created_at: AT, kind: "note", text, ...by }] },
    { section: "attachments", rows: [{ created_at: AT, name: text, byte_count: 3, sha256: text, ...by }] },
    { section: "probe_runs", rows: [{ asked_at: AT, found: text, error: text }] },
    {
      section: "messages",
      rows: [
        {
          created_at: AT,
          data: { key: text },
          deliveries: [{ subscription: text, tries: [{ error: text }] }],
        },
      ],
    },
    { section: "bulk_actions", rows: [{ at: AT, message: text }] },
    {
      section: "audit",
      rows: [{ at: AT, action: "case.opened", actor_name: text, details: { reason: text } }],
    },
  ];
}

const head = { exported_at: AT, exported_by: { kind: "person", id: "p", name: "Ann" }, exported_before: [] };

function markdownOf(pieces: readonly ExportPiece[], text: string): string {
  const writer = markdownWriter();
  const by = { ...head.exported_by, name: text };
  const body = pieces.map((piece) => writer.write(piece)).join("");
  const row = { tool: text, idempotency_key: text, case_id: text, state: "open" };
  return markdownHead({ ...head, exported_by: by }, row) + body + writer.end() + markdownTail("ab12");
}

const parse = (markdown: string): Root =>
  fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });

/** The kinds of nodes and how they hang together, without what is written in them. */
function shapeOf(node: Nodes): unknown {
  const depth = "depth" in node ? node.depth : undefined;
  return "children" in node ? [node.type, depth, node.children.map(shapeOf)] : node.type;
}

const kindsIn = (node: Nodes): string[] => [
  node.type,
  ...("children" in node ? node.children.flatMap(kindsIn) : []),
];

/** What breaks Markdown, mixed with anything at all. */
const nasty = fc.constantFrom(
  ...[
    "|",
    "\\",
    "\\|",
    "`",
    "```",
    "````",
    "~~~",
    "\n",
    "\r\n",
    "\n\n# x\n",
    "\n---\n",
    "|---|",
    "<script>",
    "<!--",
    "-->",
  ],
  ...[
    "[a](http://x)",
    "![i](x)",
    "https://evil.example/x",
    "www.evil.example",
    "a@b.example",
    "&lt;",
    "*b*",
    "__b__",
    "- ",
    "1. ",
  ],
  ...[
    "\u202e",
    "\u200b",
    "\u2028",
    "\u0000",
    "\t",
    " ",
    "    code",
    ">",
    "\ud800",
    "[^1]",
    "[ ]",
    "退款",
    "🙂",
  ],
);
const evil = fc
  .oneof(
    fc.string({ unit: "binary" }),
    fc.array(fc.oneof(nasty, fc.string()), { maxLength: 12 }).map((parts) => parts.join("")),
  )
  .filter((text) => text !== "");

test("no text of anybody changes the structure of the Markdown, or becomes a link, an image or HTML", () => {
  const harmless = parse(markdownOf(piecesWith("harmless"), "harmless"));
  const shape = JSON.stringify(shapeOf(harmless));
  expect(new Set(kindsIn(harmless))).toEqual(
    new Set([
      "root",
      "heading",
      "text",
      "paragraph",
      "table",
      "tableRow",
      "tableCell",
      "list",
      "listItem",
      "inlineCode",
      "code",
    ]),
  );
  fc.assert(
    fc.property(evil, (text) => {
      expect(JSON.stringify(shapeOf(parse(markdownOf(piecesWith(text), text))))).toBe(shape);
    }),
    { numRuns: 80 },
  );
});

test("the Markdown of a case reads like this", () => {
  const pieces: ExportPiece[] = [
    {
      section: "case",
      rows: [{ tool: "refund", state: "open", opened_at: AT, verdict_id: null, escalated: false }],
    },
    {
      section: "attempts",
      rows: [
        {
          occurred_at: AT,
          code: "upstream_timeout",
          effect: "unknown",
          found: null,
          snapshot: { message: "timed | out" },
        },
      ],
    },
    { section: "notes", rows: [] },
    {
      section: "audit",
      rows: [{ at: AT, action: "case.claimed", actor_kind: "person", actor_name: "Ann | Bo", details: {} }],
    },
  ];
  const writer = markdownWriter();
  expect(pieces.map((piece) => writer.write(piece)).join("")).toBe(`
## The case

As it stood when it was exported.

| what | value |
| --- | --- |
| tool | \`refund\` |
| state | \`open\` |
| opened_at | 2026-11-15 12:00:00.123456 UTC |
| verdict_id | – |
| escalated | no |

## Attempts

What was tried, with the copy of each event.

### 1. 2026-11-15 12:00:00.123456 UTC

- code: \`upstream_timeout\`
- effect: \`unknown\`

snapshot:

\`\`\`json
{
  "message": "timed | out"
}
\`\`\`

## Notes

Among people; they never went to a runtime, a key or a webhook.

None.

## Audit

Everything that was done, in the order it was done: claims, assignments, escalations, snoozes, verdicts and the rest.

| at | action | actor_kind | actor_name | details |
| --- | --- | --- | --- | --- |
| 2026-11-15 12:00:00.123456 UTC | \`case.claimed\` | \`person\` | \`Ann \\| Bo\` | \`{}\` |
`);
});
