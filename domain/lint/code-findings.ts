import type { LintFacts } from "./facts";
import { finding, type LintFinding } from "./finding";
import { isPlaceholder } from "./placeholders";

const isSent = (value: unknown) => value !== undefined && value !== null && value !== "";

/** What is wrong with the code, by which everything is counted. */
export function codeFindings({ body, code_field, code, unmapped }: LintFacts): LintFinding[] {
  const sent = body[code_field];
  const found: LintFinding[] = [];
  const said = (["code", "error", "type"] as const).filter((name) => isSent(body[name]));
  const others = said.filter((name) => name !== code_field && body[name] !== sent);
  if (others.some((name) => name !== "type")) found.push(finding("code_twice", [others[0] ?? ""]));
  if (isPlaceholder(sent)) return found;
  if (!isSent(sent)) found.push(finding("code_missing"));
  else if (code.malformed) found.push(finding("code_malformed", [code_field], wordsOf(sent)));
  else if (unmapped) found.push(finding("code_unmapped", [code_field]));
  else if (code.code_sent !== null) found.push(finding("code_folded", [code_field], folded(code.code)));
  return found;
}

function wordsOf(sent: unknown): { why?: string } {
  if (typeof sent === "number")
    return { why: "The code is a number, which says nothing of the condition; it counts as internal_error." };
  if (typeof sent === "string" && /\s/.test(sent.trim()))
    return { why: "The code is a sentence, which changes with its wording; it counts as internal_error." };
  return {};
}

const folded = (code: string) => ({
  why: `The code is not spelled as a token; Errata folds it to ${code}, other readers count two codes.`,
  fix: `Send ${code}.`,
});

/** What is wrong with the class, by which a model knows what to do. */
export function classFindings({ body, class: errorClass, class_sent }: LintFacts): LintFinding[] {
  if (isPlaceholder(body.class)) return [];
  if (errorClass !== "unclassified")
    return class_sent === null
      ? []
      : [finding("class_alias", ["class"], { fix: `Say class: ${errorClass}.` })];
  return class_sent === null ? [finding("class_missing")] : [finding("class_unknown", ["class"])];
}
