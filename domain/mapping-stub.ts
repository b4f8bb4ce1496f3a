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

/** The tool's answer, field by field. What has no `value` is shown as a comment, to be filled in or left away. */
type Part = { field: string; value?: string; example?: string; say: string };

/**
 * Without a code, class and message a mapping names nothing (`clients/`), so that a stub pasted as it is changes
 * nothing where the exception's name does not tell them.
 */
function partsOf({ exception_type, writes }: GroupToMap): Part[] {
  const code = suggestedCode(exception_type);
  const errorClass = tellingClass(exception_type);
  const own = comment(lastPart(exception_type ?? ""));
  return [
    { field: "code", value: quote(code), say: code ? "a name you own" : "TODO a name you own, such as customer_blocked" },
    { field: "class", value: quote(errorClass), say: errorClass ? `as ${own} says` : `TODO ${CLASSES}` },
    { field: "message", value: quote(code && sentence(code)), say: "TODO what happened, in words for the model" },
    { field: "hint", example: '""', say: "TODO what to do next" },
    ...(errorClass === "transient" ? [{ field: "retry_after", value: "5", say: "TODO seconds" }] : []),
    ...effectPart(writes),
  ];
} // biome-ignore format: a table

/** The doubt stays until somebody takes it away; a tool of which nobody said that it writes gets none of its own. */
function effectPart(writes: boolean | null): Part[] {
  if (writes === false) return [];
  const say = 'TODO "absent" if nothing can have happened';
  const doubt = writes ? { value: '"unknown"' } : { example: '"unknown"' };
  return [{ field: "effect", ...doubt, say: writes ? say : `${say}; only if the tool writes` }];
}

const quote = (text: string | null) => JSON.stringify(text ?? "");
const sentence = (code: string) => `${code.charAt(0).toUpperCase()}${code.slice(1).replaceAll("_", " ")}.`;

/** Where it was thrown, for the first line. */
function place({ tool, top_frame }: GroupToMap): string {
  return comment(top_frame === null ? tool : `${tool}, thrown in ${top_frame}`);
}

/** The last part of the exception's name where it can stand for a type; null where anything may be meant. */
function ownName(type: string | null): string | null {
  const own = lastPart(type ?? "");
  return isName(own) && own !== "Error" && own !== "Exception" ? own : null;
}

const functionName = (type: string | null) => `name_${suggestedCode(type) ?? "failure"}`;
const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** What of a type is no name: it goes into a comment, so that it is not lost. */
function typeNote(type: string | null, mark: string): string[] {
  return type !== null && !isName(lastPart(type)) ? [`${mark} its type: ${comment(type)}`] : [];
}

/** A mapping for `clients/python/errata.py`; what is a guess is left empty. */
export function pythonStub(group: GroupToMap): string {
  const { exception_type: type } = group;
  const own = ownName(type);
  const name = functionName(type);
  const test = own === null ? "isinstance(error, Exception)" : `type(error).__name__ == ${quote(own)}`;
  return [
    "from errata import ToolError",
    "",
    `# ${place(group)}`,
    ...typeNote(type, "#"),
    `# errata.tool(…, map=[${name}])`,
    `def ${name}(error):`,
    `    if ${test}:`,
    "        return ToolError(",
    ...partsOf(group).map(
      ({ field, value, example, say }) =>
        `            ${value === undefined ? "# " : ""}${field === "class" ? "error_class" : field}=${value ?? example},  # ${say}`,
    ),
    "        )",
  ].join("\n");
}

/** A mapping for `clients/typescript/errata.ts`; what is a guess is left empty. */
export function typescriptStub(group: GroupToMap): string {
  const { exception_type: type } = group;
  const own = ownName(type);
  const name = camelCase(functionName(type));
  // A class that sets no name of its own is known by its constructor's, as the helper reports it.
  const test = own === null ? "" : ` && [error.name, error.constructor.name].includes(${quote(own)})`;
  return [
    'import type { Mapping } from "./errata";',
    "",
    `// ${place(group)}`,
    ...typeNote(type, "//"),
    `// errata.tool(…, { map: [${name}] })`,
    `export const ${name}: Mapping = (error) => {`,
    `  if (!(error instanceof Error${test})) return undefined;`,
    "  return {",
    ...partsOf(group).map(
      ({ field, value, example, say }) =>
        `    ${value === undefined ? "// " : ""}${field}: ${value ?? example}, // ${say}`,
    ),
    "  };",
    "};",
  ].join("\n");
}
