/** The ways in which a first failure can be reported, by what a team has already. */
export const WAYS = [
  { value: "curl", label: "curl" },
  { value: "typescript", label: "TypeScript" },
  { value: "python", label: "Python" },
  { value: "opentelemetry", label: "OpenTelemetry" },
  { value: "sentry", label: "Sentry DSN" },
  { value: "mcp", label: "MCP" },
] as const;
export type Way = (typeof WAYS)[number]["value"];

/** One block to run; `label` names it for readers and in the copy button. */
export type Snippet = { language: "bash" | "js" | "python"; label: string; code: string };

/** How a program is saved and run; `.mjs`, since Node 20 takes neither `import` nor a bare `await` in a `.js` of its own. */
export const SAVED_AS: Readonly<Record<Snippet["language"], { file: string; run: string } | null>> = {
  bash: null,
  js: { file: "first.mjs", run: "node first.mjs" },
  python: { file: "first.py", run: "python3 first.py" },
};

export type FirstFailure = {
  /** The installation's address as its caller sees it, base path included, without a slash at the end. */
  base: string;
  key: string;
  /** By which it is found once it has come. */
  reference: string;
};

const BODY = {
  error: "invalid_status",
  class: "validation",
  message: "status must be one of open, pending, solved.",
  field: "status",
  received: "closed",
  permitted: ["open", "pending", "solved"],
  effect: "absent",
};
const TOOL = "update_ticket";

/**
 * What reports one failure to this installation, ready to run. The console's tabs show these, docs/getting-started.md
 * repeats them, and a test runs each against a server.
 */
export function snippetsOf(way: Way, first: FirstFailure): Snippet[] {
  return SNIPPETS[way](first);
}

const SNIPPETS: Readonly<Record<Way, (first: FirstFailure) => Snippet[]>> = {
  curl: (first) => [curl("events", eventOf(first), first)],
  typescript: ({ base, key, reference }) => [
    {
      language: "js",
      label: "TypeScript program",
      code: `const response = await fetch("${base}/api/v1/events", {
  method: "POST",
  headers: { authorization: "Bearer ${key}", "content-type": "application/json" },
  body: JSON.stringify(${indented(eventOf({ reference }), 2)}),
});
console.log(response.status, await response.json());`,
    },
  ],
  python: ({ base, key, reference }) => [
    {
      language: "python",
      label: "Python program",
      code: `import json
import urllib.request

event = ${indented(eventOf({ reference }), 0)}
request = urllib.request.Request(
    "${base}/api/v1/events",
    data=json.dumps(event).encode(),
    headers={"Authorization": "Bearer ${key}", "Content-Type": "application/json"},
)
with urllib.request.urlopen(request) as response:
    print(response.status, response.read().decode())`,
    },
  ],
  opentelemetry: ({ base, key, reference }) => [
    {
      language: "bash",
      label: "environment",
      code: `export OTEL_EXPORTER_OTLP_ENDPOINT="${base}/api/otlp"
export OTEL_EXPORTER_OTLP_HEADERS="Authorization=Bearer%20${key}"`,
    },
    {
      language: "js",
      label: "OpenTelemetry program",
      code: `import { OTLPLogExporter } from "@opentelemetry/exporter-logs-otlp-http";
import { BatchLogRecordProcessor, LoggerProvider } from "@opentelemetry/sdk-logs";

const provider = new LoggerProvider({
  processors: [new BatchLogRecordProcessor({ exporter: new OTLPLogExporter() })],
});
provider.getLogger("tools").emit({
  eventName: "tool_error",
  body: "${BODY.message}",
  attributes: ${indented(attributesOf(reference), 2)},
});
await provider.shutdown();`,
    },
  ],
  sentry: ({ base, key, reference }) => [
    {
      language: "js",
      label: "Sentry program",
      code: `import * as Sentry from "@sentry/node";

Sentry.init({ dsn: "${base.replace("://", `://${key}@`)}/sentry/1" });
Sentry.captureException(new Error("closed is not a status"), {
  tags: { reference: "${reference}", tool: "${TOOL}" },
});
await Sentry.flush(5_000);`,
    },
  ],
  mcp: (first) => [curl("mcp-results", mcpOf(first), first)],
};

const eventOf = ({ reference }: Pick<FirstFailure, "reference">) => ({ tool: TOOL, ...BODY, reference });

/** A tool's result as the harness got it. */
function mcpOf({ reference }: FirstFailure) {
  const structuredContent = { ...BODY, reference };
  return {
    tool: TOOL,
    server: "tickets",
    result: { isError: true, structuredContent, content: [{ type: "text", text: BODY.message }] },
  };
}

function attributesOf(reference: string): Record<string, unknown> {
  const { error: code, message: _, ...rest } = BODY;
  const said = Object.entries({ reference, code, ...rest });
  return {
    "gen_ai.tool.name": TOOL,
    ...Object.fromEntries(said.map(([field, value]) => [`tool_error.${field}`, value])),
  };
}

function curl(door: string, body: unknown, { base, key }: FirstFailure): Snippet {
  return {
    language: "bash",
    label: "curl command",
    code: `curl -sS "${base}/api/v1/${door}" \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '${indented(body, 0)}'`,
  };
}

/** As JSON that is read at a glance, its lines after the first further in. */
function indented(value: unknown, by: number): string {
  const lists = /\[\s+("[^[\]]*")\s+\]/g;
  const json = JSON.stringify(value, null, 2).replace(
    lists,
    (_, items: string) => `[${items.replace(/,\s+/g, ", ")}]`,
  );
  return json.replaceAll("\n", `\n${" ".repeat(by)}`);
}
