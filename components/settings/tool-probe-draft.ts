import { formatDuration, parseDuration } from "@/components/ui/duration";
import type { ProbeComparison, ProbeEffect } from "@/domain/probe";
import { namesInTemplate } from "@/domain/template";
import type { FieldErrors } from "@/lib/client/field-errors";
import type { Probe, ProbeBody } from "@/lib/contract/probes";

export type HeaderDraft = { id: number; name: string; value: string };

export type RuleDraft = {
  id: number;
  effect: ProbeEffect;
  /** `200, 201` */
  statuses: string;
  /** Empty: the status alone decides. */
  path: string;
  comparison: ProbeComparison;
  /** `succeeded, paid` */
  values: string;
};

/** A probe as it is typed. */
export type ProbeDraft = {
  url: string;
  headers: readonly HeaderDraft[];
  /** What becomes of the secret; it can never be read again. */
  secret: { change: "keep" } | { change: "set"; text: string } | { change: "remove" };
  rules: readonly RuleDraft[];
  automatic: boolean;
  timeout: string;
};

/** One part of the form. */
export type ProbePartProps = {
  draft: ProbeDraft;
  errors: FieldErrors;
  onChange: (part: Partial<ProbeDraft>) => void;
};

/** What most providers answer: found, with a state; or not found. */
const FIRST_RULES: readonly RuleDraft[] = [
  { id: 0, effect: "committed", statuses: "200", path: "status", comparison: "equals", values: "succeeded" },
  { id: 1, effect: "absent", statuses: "404", path: "", comparison: "equals", values: "" },
];

/** What the fields hold at first; null: no probe yet. */
export function probeDraft(probe: Probe | null): ProbeDraft {
  const rules = probe?.rules.map(
    ({ effect, statuses, path, comparison, values }, id): RuleDraft => ({
      ...{ id, effect, statuses: statuses.join(", "), path: path ?? "" },
      ...{ comparison: comparison ?? "equals", values: values.join(", ") },
    }),
  );
  return {
    url: probe?.url ?? "",
    headers: (probe?.headers ?? []).map((header, id) => ({ id, ...header })),
    secret: { change: "keep" },
    rules: rules ?? FIRST_RULES,
    automatic: probe?.automatic ?? false,
    timeout: formatDuration(probe?.timeout_seconds ?? 10),
  };
}

/** The names that the address asks to be filled in; what a try needs values for. */
export function namesToFill(draft: ProbeDraft): string[] {
  return namesInTemplate(draft.url);
}

type ReadDraft = { body: ProbeBody; errors: null } | { body: null; errors: FieldErrors };

/** The draft as the wire wants it, or what is wrong with its fields, by their wire names. */
export function readProbeDraft(draft: ProbeDraft): ReadDraft {
  const errors: Record<string, string> = {};
  const timeout_seconds = parseDuration(draft.timeout) ?? 0;
  if (timeout_seconds < 1 || timeout_seconds > 25)
    errors.timeout_seconds = "Write a duration from 1 s to 25 s.";
  if (draft.url.trim() === "") errors.url = "Give the address to ask, e.g. https://…/{idempotency_key}.";
  if (draft.secret.change === "set" && draft.secret.text.trim() === "")
    errors.secret = "Give the secret, or leave it as it is.";
  const rules = draft.rules.map(ruleOf);
  const wrong = rules.findIndex(({ statuses }) => statuses.length === 0 || statuses.some(Number.isNaN));
  if (rules.length === 0) errors.rules = "Say at least once what an answer means.";
  else if (wrong !== -1) errors.rules = `Rule ${wrong + 1} needs statuses such as 200, 404.`;
  if (Object.keys(errors).length > 0) return { body: null, errors };
  const headers = draft.headers
    .filter(({ name, value }) => name.trim() !== "" || value.trim() !== "")
    .map(({ name, value }) => ({ name: name.trim(), value: value.trim() }));
  const { automatic } = draft;
  const body = { url: draft.url.trim(), headers, rules, automatic, timeout_seconds, ...secretOf(draft) };
  return { body, errors: null };
}

function secretOf({ secret }: ProbeDraft): Pick<ProbeBody, "secret"> {
  if (secret.change === "keep") return {};
  return { secret: secret.change === "set" ? secret.text.trim() : null };
}

function ruleOf({ effect, statuses, path, comparison, values }: RuleDraft) {
  const read = listOf(statuses).map(Number);
  const asked = path.trim();
  if (asked === "") return { effect, statuses: read, path: null, comparison: null, values: [] };
  const texts = { exists: [], missing: [], equals: [values.trim()], one_of: listOf(values) }[comparison];
  return { effect, statuses: read, path: asked, comparison, values: texts };
}

function listOf(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
