import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { blocksOf } from "./snippets";

/*
 * Whatever somebody may copy, out of docs or off a page of the console, was run: each fenced block and each shown text is
 * claimed here, by the test that runs it or by why there is nothing to run. What nobody claims fails.
 */
const ROOT = join(import.meta.dirname, "../..");

/**
 * `languages` of a page, all of whose blocks the test `by` runs, or holds what comes against. `blocks` where it names them
 * one by one: one more would be seen by nobody.
 */
type Run = { page: string; languages: string; by: string; blocks?: number };
const RUN: readonly Run[] = [
  { page: "README.md", languages: "sh", by: "tests/clients/commands.test.ts" },

  { page: "docs/alerts.md", languages: "sh", by: "tests/clients/commands.test.ts" },
  { page: "docs/assistants.md", languages: "sh json", blocks: 2, by: "tests/clients/commands.test.ts" },
  { page: "docs/operations.md", languages: "yaml", blocks: 1, by: "tests/clients/commands.test.ts" },
  {
    page: "docs/getting-started.md",
    languages: "bash js python",
    by: "tests/clients/getting-started.test.ts",
  },
  { page: "docs/linter.md", languages: "bash json js", blocks: 3, by: "tests/lint/linter-page.test.ts" },
  { page: "docs/migrating.md", languages: "ts text bash json", by: "tests/clients/migrating.test.ts" },
  {
    page: "docs/webhooks.md",
    languages: "http json js python",
    blocks: 4,
    by: "tests/webhooks/receivers.test.ts",
  },
  { page: "docs/producers/adapters.md", languages: "ts python text", by: "tests/clients/adapters.test.ts" },
  { page: "docs/producers/curl.md", languages: "bash json", by: "tests/clients/real-server.test.ts" },
  {
    page: "docs/producers/mcp.md",
    languages: "ts text bash json",
    by: "tests/standards/mcp-results.test.ts",
  },
  {
    ...{ page: "docs/producers/opentelemetry.md", languages: "bash ts python" },
    by: "tests/standards/otlp-exporters.test.ts",
  },
  { page: "docs/producers/python.md", languages: "python text", by: "tests/clients/real-server.test.ts" },
  {
    page: "docs/producers/sentry.md",
    languages: "js python",
    blocks: 4,
    by: "tests/standards/sentry-sdk.test.ts",
  },
  { page: "docs/producers/typescript.md", languages: "ts text", by: "tests/clients/real-server.test.ts" },
];

/** Nothing of ours runs them. */
const NOT_RUN: readonly { page: string; language: string; because: string }[] = [
  {
    page: "CONTRIBUTING.md",
    language: "sh",
    because: "npm's, for hours; that the scripts are there, see below",
  },
  { page: "docs/producers/opentelemetry.md", language: "yaml", because: "the collector's; the page says so" },
  {
    page: "docs/producers/sentry.md",
    language: "text",
    because: "the form of a DSN; the test makes its own",
  },
];

/** What the console shows to be copied: by the file that shows it, the expression, and what runs it. */
type Shown = { file: string; code: string } & ({ made: string; by: string } | { because: string });
const COMMANDS = "tests/clients/commands.test.ts";
const STUBS = "tests/clients/mapping-stubs.test.ts";
const SHOWN: readonly Shown[] = [
  { file: "api-reference/operation-detail.tsx", code: "command", made: "curlFor", by: COMMANDS },
  {
    ...{ file: "references/no-frames.tsx", code: "putFramesCommand(report.reference)" },
    ...{ made: "putFramesCommand", by: COMMANDS },
  },
  {
    ...{ file: "queue/queue-empty.tsx", code: 'reportUnknownCommand(hydrated ? baseUrl() : "")' },
    ...{ made: "reportUnknownCommand", by: COMMANDS },
  },
  {
    ...{ file: "recovery/no-episodes.tsx", code: "REPORT_RECOVERY_COMMAND" },
    ...{ made: "REPORT_RECOVERY_COMMAND", by: COMMANDS },
  },
  { file: "settings/created-key-dialog.tsx", code: "command", made: "curlForKey", by: COMMANDS },
  ...["settings/webhook-secret-dialog.tsx", "settings/webhooks-panel.tsx"].map((file) => ({
    ...{ file, code: "VERIFY_SNIPPET", made: "VERIFY_SNIPPET", by: "tests/webhooks/receivers.test.ts" },
  })),
  {
    ...{ file: "rates/first-event/first-event.tsx", code: "code", made: "snippetsOf" },
    by: "tests/clients/getting-started.test.ts",
  },
  { file: "unmapped/group-dialog.tsx", code: "pythonStub(group)", made: "pythonStub", by: STUBS },
  { file: "unmapped/group-dialog.tsx", code: "typescriptStub(group)", made: "typescriptStub", by: STUBS },
  { file: "ui/empty-state.tsx", code: "command", because: "whose command it is says who calls it" },
  { file: "lint/better.tsx", code: "stringifyJson(shown, 2)", because: "a body, tested with the linter" },
  { file: "settings/created-key-dialog.tsx", code: "created.key", because: "a key" },
  { file: "settings/webhook-secret-dialog.tsx", code: "made.secret", because: "a secret" },
  { file: "settings/invitation-dialog.tsx", code: "welcome_url", because: "a link" },
  ...["references/frames-record.tsx", "references/model-tab.tsx"].map((file) => ({
    ...{ file, code: "stringifyJson(value, 2)", because: "what was sent" },
  })),
  { file: "references/frames-record.tsx", code: "record.raw", because: "what was sent" },
  { file: "queue/attempt-entry.tsx", code: "stringifyJson(attributes, 2)", because: "what was sent" },
  { file: "settings/scrub-try.tsx", code: "tried.text", because: "what was typed, scrubbed" },
  { file: "settings/tool-probe-try.tsx", code: "tried.excerpt", because: "what an outside system answered" },
  { file: "settings/webhook-delivery-dialog.tsx", code: "body", because: "what was sent" },
  {
    ...{ file: "alerts/webhook-message.tsx", code: "messageOf(definition, name)" },
    because: "made by what makes the message itself",
  },
];

const textOf = (path: string) => readFileSync(join(ROOT, path), "utf8");
const filesIn = (folder: string, ending: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(ending))
    .sort();

test("every fenced block of a page is run, or said why not", () => {
  const inRoot = readdirSync(ROOT).filter((file) => file.endsWith(".md"));
  const pages = [...inRoot, ...filesIn("docs", ".md").map((file) => `docs/${file}`)];
  const found = pages.flatMap((page) => {
    const blocks = blocksOf(`../../${page}`);
    // A fence of another form, such as one without a language, would be seen by no test.
    expect(textOf(page).match(/^ *(?:```|~~~)/gm) ?? [], page).toHaveLength(2 * blocks.length);
    const named = RUN.find((run) => run.page === page)?.blocks;
    expect(blocks.length, page).toBe(named ?? blocks.length);
    return blocks.map(({ language }) => `${page} ${language}`);
  });
  const claimed = [
    ...RUN.flatMap(({ page, languages }) => languages.split(" ").map((language) => `${page} ${language}`)),
    ...NOT_RUN.map(({ page, language }) => `${page} ${language}`),
  ];
  expect(claimed.sort()).toEqual([...new Set(found)].sort());
});

test("every text that the console shows to be copied is run, or said why not", () => {
  const found = ["components", "app"].flatMap((folder) =>
    filesIn(folder, ".tsx").flatMap((file) => {
      const source = textOf(`${folder}/${file}`);
      const blocks = [...source.matchAll(/<CodeBlock\b[^>]*?\bcode=\{(.*?)\}(?=\s|$)/gm)];
      const commands = [...source.matchAll(/^ *command(?:=\{(.*)\}|: ([^?]*\(.*\)),)$/gm)];
      const codes = new Set([...blocks, ...commands].map(([, code, given]) => code ?? given));
      return [...codes].map((code) => `${file} ${code}`);
    }),
  );
  expect(found.sort()).toEqual(SHOWN.map(({ file, code }) => `${file} ${code}`).sort());
});

const HEADERS = "tests/clients/header-examples.test.ts";

test("the example at the head of every file of clients/ is run", () => {
  const files = ["typescript", "python"].flatMap((language) =>
    filesIn(`clients/${language}`, language === "python" ? ".py" : ".ts").map(
      (file) => `${language}/${file}`,
    ),
  );
  expect(files).toHaveLength(8);
  // The suite's own program, which nobody copies.
  for (const file of files.filter((one) => one !== "python/conformance.py"))
    expect(textOf(HEADERS)).toContain(`exampleOf("${file}")`);
});

test("who is said to run something does know of it", () => {
  for (const { page, by } of RUN) expect(textOf(by), page).toContain(page.split("/").at(-1));
  for (const shown of SHOWN)
    if ("by" in shown) {
      expect(textOf(shown.by), shown.file).toContain(shown.made);
      expect(filesIn("components", ".tsx")).toContain(shown.file);
    }
});

/** `README.md` and `CONTRIBUTING.md` start the product and its tests, as all other tests do in smaller pieces. */
test("what is run by npm is there to be run", () => {
  const scripts: Record<string, string> = JSON.parse(textOf("package.json")).scripts;
  const lines = ["README.md", "CONTRIBUTING.md"].flatMap((page) =>
    blocksOf(`../../${page}`).flatMap(({ text }) =>
      text.includes("curl")
        ? []
        : text
            .trim()
            .replaceAll(/ *#.*$/gm, "")
            .split(/\n| && /),
    ),
  );
  expect(lines).toContain("npm ci");
  for (const line of lines.filter((one) => one !== "npm ci")) {
    const name = /^(?:[A-Z_]+=\S+ )?npm (?:run )?([\w:]+)$/.exec(line)?.[1] ?? line;
    expect(Object.keys(scripts), line).toContain(name);
    const file = /\S+\.ts/.exec(scripts[name] ?? "")?.[0];
    expect(file !== undefined && existsSync(join(ROOT, file)), line).toBe(true);
  }
});
