import { mapStrings, stringifyJson, withSortedKeys } from "../json";
import { sanitizeText } from "../text";
import { type Better, betterOf } from "./better";
import { classFindings, codeFindings } from "./code-findings";
import { type Body, factsOf, type LintSetting } from "./facts";
import { finding, inOrder, type LintFinding } from "./finding";
import { hideSecrets, leakFindings } from "./leak-findings";
import { placeholderFindings } from "./placeholders";
import { type Pasted, readPasted } from "./read-pasted";
import { effectFindings, lackFindings, retryFindings } from "./retry-findings";
import { invalidFindings, referenceFindings, unknownFindings } from "./shape-findings";
import { correctionFindings, messageFindings, sizeFindings } from "./text-findings";

export type Linted = Pick<Pasted, "read_as" | "body_at" | "envelope"> & {
  /** The worst first. */
  findings: LintFinding[];
  /** Null where nothing failed, or nothing is to better. */
  better: Better | null;
  /** The body as it was read, with whatever leaked, for who asks what would become of it. */
  body: Body;
};

/**
 * What the contract finds wrong with what a tool returned, and the better body. Pure and bounded by the size of its input;
 * the same input under the same setting has the same answer. Nothing of it tells a secret that stood in the input.
 */
export function lintResult(result: unknown, setting: LintSetting): Linted {
  const { read_as, body_at, body: read, findings, envelope } = readPasted(result);
  if (read_as === "nothing") return { read_as, body_at, findings, better: null, body: {} };
  const { storable, replaced } = storableOf(read);
  const { body, findings: secrets } = hideSecrets(storable, setting.scrub_rules);
  const isEvent = read_as === "event" || "tool" in body;
  const found = inOrder([
    ...findings,
    ...secrets,
    ...(replaced ? [finding("not_storable")] : []),
    ...(read_as === "text"
      ? textFindings(body, setting)
      : bodyFindings(body, { isEvent, minted: read_as === "mcp_result" }, setting)),
  ]);
  const better = betterOf(body, isEvent, setting);
  const same =
    stringifyJson(withSortedKeys(better.body)) === stringifyJson(withSortedKeys(body)) &&
    findings.length === 0;
  return {
    read_as,
    body_at,
    findings: found,
    better: same ? null : better,
    body: storable,
    ...(envelope && { envelope }),
  };
}

function storableOf(read: Body): { storable: Body; replaced: boolean } {
  let replaced = false;
  const storable = mapStrings(read, (text) => {
    const clean = sanitizeText(text);
    if (clean !== text) replaced = true;
    return clean;
  });
  return { storable: storable as Body, replaced };
}

/** Of a sentence everything else is missing, which is said once. */
function textFindings(body: Body, setting: LintSetting): LintFinding[] {
  return [...leakFindings(body, false), ...messageFindings(factsOf(body, setting)), ...sizeFindings(body)];
}

type HowRead = { isEvent: boolean; minted: boolean };

function bodyFindings(body: Body, { isEvent, minted }: HowRead, setting: LintSetting): LintFinding[] {
  const facts = factsOf(body, setting);
  return [
    ...leakFindings(body, isEvent),
    ...codeFindings(facts),
    ...classFindings(facts),
    ...messageFindings(facts),
    ...lackFindings(facts),
    ...retryFindings(facts),
    ...effectFindings(facts),
    ...correctionFindings(body),
    ...referenceFindings(body, minted),
    ...invalidFindings(body),
    ...sizeFindings(body),
    ...unknownFindings(body),
    ...placeholderFindings(body),
  ];
}
