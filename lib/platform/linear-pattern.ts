import { RE2JS } from "re2js";

export type LinearPattern = {
  /** Replaces every match by the label, which is taken as it is; but for those within one of these texts. */
  replace: (text: string, label: string, kept?: readonly string[]) => { text: string; found: number };
  /** Whether anything in the text matches. */
  finds: (text: string) => boolean;
};

/**
 * A regular expression that reads any text in time proportional to its length: RE2's engine has no back-references and
 * does not backtrack. Answers why where the pattern cannot be read or finds something in an empty text.
 */
export function linearPattern(pattern: string): LinearPattern | { fault: string } {
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(pattern);
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
  if (compiled.matcher("").find()) return { fault: "it matches the empty text, and so everywhere" };
  return {
    replace: (text, label, kept = []) => replaceAll(compiled, text, label, kept),
    finds: (text) => compiled.matcher(text).find(),
  };
}

function replaceAll(compiled: RE2JS, text: string, label: string, keeping: readonly string[]) {
  const matcher = compiled.matcher(text);
  let kept = "";
  let from = 0;
  let found = 0;
  while (matcher.find()) {
    const start = matcher.start();
    const end = matcher.end();
    if (end === start || keeping.some((one) => isWithin(one, text, start, end))) continue;
    kept += text.slice(from, start) + label;
    from = end;
    found += 1;
  }
  return found === 0 ? { text, found } : { text: kept + text.slice(from), found };
}

/** Whether a part of a text lies within a place where the text has this one. */
function isWithin(one: string, text: string, start: number, end: number): boolean {
  return (
    one.length >= end - start && text.slice(Math.max(0, end - one.length), start + one.length).includes(one)
  );
}
