import type { ErrorClass } from "./errors";

/** What is known of a group of unmapped failures; texts as producers sent them. */
export type GroupToMap = {
  tool: string;
  exception_type: string | null;
  top_frame: string | null;
  writes: boolean | null;
};

/** Which exceptions say by their own name what they are; of all others the class is for a person to decide. */
const TELLING: readonly [RegExp, ErrorClass][] = [
  [
    /timeout|timedout|toomanyrequests|ratelimit|unavailable|connection(reset|refused|aborted)|disconnected/i,
    "transient",
  ],
  [/notfound|doesnotexist|nosuch/i, "not_found"],
  [/permission|forbidden|unauthori[sz]ed|accessdenied|unauthenticated/i, "authorization"],
  [/validation|invalid(argument|value|input|parameter)/i, "validation"],
];

/** The class that the exception's name tells; null where it would be a guess. */
export function tellingClass(exception_type: string | null): ErrorClass | null {
  const name = lastPart(exception_type ?? "");
  return TELLING.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

/** Names that say only that something failed. */
const SAYS_NOTHING = new Set(
  ["", "api", "app", "base", "client", "error", "http", "io", "key", "os", "provider", "runtime", "service", "type", "unknown", "value"],
); // biome-ignore format: one list

/** A code made of the exception's own name (`httpx.ReadTimeout` → `read_timeout`); null where that would say nothing. */
export function suggestedCode(exception_type: string | null): string | null {
  const name = lastPart(exception_type ?? "").replace(/(Error|Exception|Failure)+$/, "");
  const code = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .toLowerCase();
  return SAYS_NOTHING.has(code) || !/^[a-z][a-z0-9_]{0,99}$/.test(code) ? null : code;
}

const lastPart = (type: string) => type.split(/[.:\\/$]+/).at(-1) ?? "";

/** Nothing that a producer sent may end a comment or become code. */
const comment = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").slice(0, 200);
const isName = (type: string) => /^[A-Za-z_][\w.]{0,199}$/.test(type);

const CLASSES = "validation, authorization, not_found, transient, system or semantic";

type Part = { field: string; value: string; say: string };

/** What the tool answers instead, field by field; empty texts are for the engineer to fill in. */
function partsOf({ exception_type, writes }: GroupToMap, yes: string, no: string): Part[] {
  const code = suggestedCode(exception_type);
  const errorClass = tellingClass(exception_type);
  const parts: Part[] = [
    { field: "error", value: quote(code), say: code ? "a name you own" : "TODO a name you own, such as customer_blocked" },
    { field: "class", value: quote(errorClass), say: errorClass ? `as ${comment(lastPart(exception_type ?? ""))} says` : `TODO ${CLASSES}` },
    { field: "message", value: '""', say: "TODO what happened, in words for the model" },
    { field: "hint", value: '""', say: "TODO what to do next" },
    { field: "retryable", value: errorClass === "transient" ? yes : no, say: "TODO whether the same call may be sent again" },
  ];
  if (errorClass === "transient") parts.push({ field: "retry_after", value: "5", say: "TODO seconds" });
  if (writes !== false)
    parts.push({ field: "effect", value: '""', say: 'TODO "absent" if nothing can have happened, else "unknown"' });
  return parts;
} // biome-ignore format: a table

const quote = (text: string | null) => JSON.stringify(text ?? "");

/** Where it was thrown, for the first line. */
function place({ tool, top_frame }: GroupToMap): string {
  return comment(top_frame === null ? tool : `${tool}, thrown in ${top_frame}`);
}

/** Python that names the condition; what is a guess is left empty. */
export function pythonStub(group: GroupToMap): string {
  const { exception_type: type } = group;
  const caught = type !== null && isName(type) ? type : "Exception";
  const parts = partsOf(group, "True", "False");
  return [
    `# ${place(group)}`,
    ...(type !== null && caught !== type ? [`# its type: ${comment(type)}`] : []),
    `except ${caught}:`,
    "    return {",
    ...parts.map(({ field, value, say }) => `        "${field}": ${value},  # ${say}`),
    '        "reference": reference,',
    "    }",
  ].join("\n");
}

/** TypeScript that names the condition; what is a guess is left empty. */
export function typescriptStub(group: GroupToMap): string {
  const { exception_type: type } = group;
  const own = lastPart(type ?? "");
  const name = isName(own) ? own : "";
  const parts = partsOf(group, "true", "false");
  const test =
    name === "" || name === "Error"
      ? "error instanceof Error"
      : `error instanceof Error && error.name === ${quote(name)}`;
  return [
    `// ${place(group)}`,
    `if (${test}) {`,
    "  return {",
    ...parts.map(({ field, value, say }) => `    ${field}: ${value}, // ${say}`),
    "    reference,",
    "  };",
    "}",
    "throw error;",
  ].join("\n");
}
