import type { LeakKind } from "../leak-kinds";
import { maskLeaks } from "../leaks";
import { LINT_RULES, type LintCode, SEVERITIES, type Severity } from "./rules";

/** One thing that is wrong with a body. `pointer`: where, as a JSON pointer into the body (RFC 6901); "" is all of it. */
export type LintFinding = {
  code: LintCode;
  severity: Severity;
  pointer: string;
  why: string;
  fix: string;
  /** What leaked, and its surroundings with every leak masked. */
  leak?: { kind: LeakKind; shown: string };
};

type Path = readonly (string | number)[];

/** A finding in the words of its rule, or in others where there is more to say. */
export function finding(
  code: LintCode,
  path: Path = [],
  other: Partial<Pick<LintFinding, "severity" | "why" | "fix" | "leak">> = {},
): LintFinding {
  return { code, ...LINT_RULES[code], pointer: pointerOf(path), ...other };
}

const NAME_CHARACTERS = 100;

/** Names of members are the sender's own: what leaked into one is not said back. */
export function pointerOf(path: Path): string {
  return path.map((step) => `/${escaped(maskLeaks(String(step).slice(0, NAME_CHARACTERS)))}`).join("");
}

const escaped = (step: string) => step.toWellFormed().replaceAll("~", "~0").replaceAll("/", "~1");

/** The worst first; within a severity as they were found. */
export function inOrder(findings: readonly LintFinding[]): LintFinding[] {
  return SEVERITIES.flatMap((severity) => findings.filter((one) => one.severity === severity));
}
