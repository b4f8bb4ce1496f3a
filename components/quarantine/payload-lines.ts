import { parseJson, stringifyJson } from "@/domain/json";

/** A line of a payload as it is drawn. */
export type PayloadLine = { text: string; tone: "plain" | "fault" | "added" | "removed" };

/** The payload as indented lines with those of the faulty field marked; one that is missing is named at the end. */
export function payloadLines(payload: string, field: string | null): PayloadLine[] {
  const lines = pretty(payload);
  const top = field?.split(".")[0] ?? null;
  if (lines === null) return payload.split("\n").map((text) => ({ text, tone: "plain" }));
  if (top === null) return lines.map((text) => ({ text, tone: "plain" }));
  const [first, last] = linesOf(lines, top);
  if (first !== -1)
    return lines.map((text, at) => ({ text, tone: at >= first && at <= last ? "fault" : "plain" }));
  const missing: PayloadLine = { text: `  ${JSON.stringify(top)}: missing`, tone: "fault" };
  const plain = lines.map((text): PayloadLine => ({ text, tone: "plain" }));
  return lines.length > 1 ? [...plain.slice(0, -1), missing, ...plain.slice(-1)] : [...plain, missing];
}

function pretty(payload: string): string[] | null {
  try {
    return stringifyJson(parseJson(payload), 2).split("\n");
  } catch {
    return null;
  }
}

/** Where a top member stands, with what it holds; -1 where it does not. */
function linesOf(lines: readonly string[], name: string): [first: number, last: number] {
  const first = lines.findIndex((line) => line.startsWith(`  ${JSON.stringify(name)}: `));
  if (first === -1) return [-1, -1];
  if (!/[[{]$/.test(lines[first] ?? "")) return [first, first];
  const end = lines.findIndex((line, at) => at > first && /^ {2}[\]}]/.test(line));
  return [first, end === -1 ? first : end];
}

/** The mended item's lines, with those before that it lost: members are compared, so no line moves. */
export function mendedLines(before: string, after: string): PayloadLine[] {
  const [old, now] = [pretty(before), pretty(after)];
  if (old === null || now === null) return payloadLines(after, null);
  const had = new Set(old.map(withoutComma));
  const has = new Set(now.map(withoutComma));
  const lost = old.filter((line) => !has.has(withoutComma(line)));
  const kept = now.map(
    (text): PayloadLine => ({
      text,
      tone: had.has(withoutComma(text)) ? "plain" : "added",
    }),
  );
  const removed = lost.map((text): PayloadLine => ({ text, tone: "removed" }));
  // What changed of the item itself comes first: in a long one it would be out of sight.
  const ownChanges = kept.filter(isOwnChange);
  return [
    ...kept.slice(0, 1),
    ...removed,
    ...ownChanges,
    ...kept.slice(1).filter((line) => !isOwnChange(line)),
  ];
}

const isOwnChange = ({ text, tone }: PayloadLine): boolean =>
  tone === "added" && /^ {2}"/.test(text) && !/[[{]$/.test(text);

const withoutComma = (line: string): string => line.replace(/,$/, "");
