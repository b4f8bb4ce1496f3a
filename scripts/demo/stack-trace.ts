export type Language = "python" | "node";

/** One stack frame, as a debugger would show it. */
export type TraceFrame = {
  file: string;
  line: number;
  function: string;
  code: string;
  in_app: boolean;
};
/** What was thrown; frames newest first. `cause` is what it was raised from. */
export type Trace = { type: string; message: string; frames: TraceFrame[]; cause?: Trace };

/** A frame of the team's own code. */
export const own = (file: string, line: number, name: string, code: string): TraceFrame => ({
  file,
  line,
  function: name,
  code,
  in_app: true,
});

/** A frame of a library. */
export const library = (file: string, line: number, name: string, code: string): TraceFrame => ({
  ...own(file, line, name, code),
  in_app: false,
});

const PYTHON_ROOT = "/srv/app/";
const PYTHON_PACKAGES = "/usr/local/lib/python3.12/site-packages/";
const NODE_ROOT = "/app/";

const PYTHON_BASE = [
  own("agent/tools/registry.py", 88, "call", "return tool.run(**arguments)"),
  own("agent/loop.py", 214, "run_turn", "result = self.tools.call(step.tool, step.arguments)"),
];
const NODE_BASE = [
  own("src/server/dispatch.ts", 61, "dispatch", "return await tool.handler(input, context);"),
  library(
    "node_modules/fastify/lib/handleRequest.js",
    138,
    "preHandlerCallback",
    "result = handler(request, reply)",
  ),
];

/** The outermost exception is caught by the loop; what it was raised from is not. */
function withBase(trace: Trace, language: Language): Trace {
  return { ...trace, frames: [...trace.frames, ...(language === "python" ? PYTHON_BASE : NODE_BASE)] };
}

function pathOf(frame: TraceFrame, language: Language): string {
  if (language === "node") return NODE_ROOT + frame.file;
  return (frame.in_app ? PYTHON_ROOT : PYTHON_PACKAGES) + frame.file;
}

function printPython(trace: Trace): string {
  const frames = trace.frames.toReversed();
  const lines = frames.flatMap((frame) => [
    `  File "${pathOf(frame, "python")}", line ${frame.line}, in ${frame.function}`,
    `    ${frame.code}`,
  ]);
  const own = ["Traceback (most recent call last):", ...lines, `${trace.type}: ${trace.message}`].join("\n");
  if (!trace.cause) return own;
  const joint = "The above exception was the direct cause of the following exception:";
  return `${printPython(trace.cause)}\n\n${joint}\n\n${own}`;
}

function printNode(trace: Trace, indent = ""): string {
  const frames = trace.frames.map(
    (frame) =>
      `${indent}    at ${frame.function} (${pathOf(frame, "node")}:${frame.line}:${7 + (frame.line % 30)})`,
  );
  const own = [`${trace.type}: ${trace.message}`, ...frames].join("\n");
  return trace.cause
    ? `${own} {\n${indent}  [cause]: ${printNode(trace.cause, `${indent}  `)}\n${indent}}`
    : own;
}

/** The trace as the runtime prints it. */
export function printTrace(trace: Trace, language: Language): string {
  const whole = withBase(trace, language);
  return language === "python" ? printPython(whole) : printNode(whole);
}

/** The trace as a contract's list of exceptions: outermost first, frames newest first. */
export function listExceptions(trace: Trace, language: Language) {
  const exceptions = [];
  let relation: "cause" | undefined;
  for (let at: Trace | undefined = withBase(trace, language); at; at = at.cause, relation = "cause") {
    const frames = at.frames.map((frame) => ({ ...frame, file: pathOf(frame, language) }));
    exceptions.push({ type: at.type, message: at.message, ...(relation && { relation }), frames });
  }
  return exceptions;
}
