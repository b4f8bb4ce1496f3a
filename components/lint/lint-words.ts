import type { LintAnswer, LintFinding } from "@/lib/contract/lint";

const READ_AS: Record<LintAnswer["read_as"], string> = {
  body: "a body",
  event: "an event",
  mcp_result: "an MCP result",
  json_rpc_error: "a JSON-RPC error",
  text: "a sentence",
  nothing: "a result that did not fail",
};

/** `Read as an MCP result, its body at /structuredContent.` */
export function readAsInWords({ read_as, body_at }: Pick<LintAnswer, "read_as" | "body_at">): string {
  return `Read as ${READ_AS[read_as]}${body_at === "" ? "" : `, its body at ${body_at}`}.`;
}

/** `2 errors, 1 warning`; `Nothing to find fault with` where there is none. */
export function countInWords(findings: readonly Pick<LintFinding, "severity">[]): string {
  const counts = (["error", "warning", "note"] as const).flatMap((severity) => {
    const found = findings.filter((one) => one.severity === severity).length;
    return found === 0 ? [] : [`${found} ${severity}${found === 1 ? "" : "s"}`];
  });
  return counts.length === 0 ? "Nothing to find fault with" : counts.join(", ");
}

/** What ingest would make of it, in a sentence. */
export function ingestInWords(ingest: NonNullable<LintAnswer["ingest"]>): string {
  const { event, error, status } = ingest;
  if (status === "skipped") return "Errata would skip it as a success.";
  if (event === null) return `Errata would not take it: ${error?.message ?? ""}`;
  const effect = event.effect === null ? "effect not reported" : `effect ${event.effect}`;
  const marked = event.marks.length === 0 ? "" : `, marked ${event.marks.join(", ").replaceAll("_", " ")}`;
  return `Errata would take it as ${event.code}${event.unmapped ? " (unmapped)" : ""}, ${event.class}, ${effect}${marked}.`;
}

/** Why there is no better body. */
export function nothingToBetter({ read_as }: Pick<LintAnswer, "read_as">): string {
  return read_as === "nothing"
    ? "Nothing failed, so there is no body to better."
    : "It says all that is needed.";
}
