import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { LintAnswer, LintRequest } from "@/lib/contract/lint";
import { api } from "./fetcher";

export const TOOL_KINDS = ["declared", "reads", "writes"] as const;
export type ToolKind = (typeof TOOL_KINDS)[number];

/** What is told beside the pasted text, which itself never stands in a URL: it may hold what was never meant to be seen. */
export const LINT_PARAMS = {
  tool: parseAsString.withDefault(""),
  kind: parseAsStringLiteral(TOOL_KINDS).withDefault("declared"),
  keyed: parseAsStringLiteral(["yes", "no"]).withDefault("no"),
  /** A failure whose body is linted, and which of several that share the reference. */
  reference: parseAsString,
  event: parseAsString,
};

export type LintAsked = { result: string; tool: string; kind: ToolKind; keyed: "yes" | "no" };

/** Any key serves: the linter asks whether there is one. */
const SOME_KEY = "‹the key of this call›";

function requestOf({ result, tool, kind, keyed }: LintAsked): LintRequest {
  return {
    result,
    ...(tool.trim() !== "" && { tool }),
    ...(kind !== "declared" && { writes: kind === "writes" }),
    ...(keyed === "yes" && { idempotency_key: SOME_KEY }),
  };
}

/** What the contract finds wrong with a text; the last answer stays while the next one is made. */
export function lintQuery(asked: LintAsked) {
  return queryOptions({
    queryKey: ["lint", asked],
    queryFn: ({ signal }) =>
      api<LintAnswer>("/api/v1/lint", { method: "POST", body: requestOf(asked), signal }),
    enabled: asked.result.trim() !== "",
    staleTime: Number.POSITIVE_INFINITY,
    // What was pasted is not kept for longer than it is looked at.
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  });
}

type Linted = {
  tool?: string | undefined;
  reference?: string | undefined;
  event_id?: string | null | undefined;
};

/** The linter, with the tool or the failure it is about. */
export function lintHref({ tool, reference, event_id }: Linted): string {
  const search = new URLSearchParams({
    ...(tool && { tool }),
    ...(reference && { reference }),
    ...(reference && event_id && { event: event_id }),
  });
  return search.size === 0 ? "/lint" : `/lint?${search}`;
}
