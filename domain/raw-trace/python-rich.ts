const BOX = /^╭─+ Traceback \(most recent call last\) ─+╮$/;
const BOX_END = /^╰─+╯$/;
const PLACE = /^(\S.*):(\d+) in (\S+)$/;
const CURRENT = /^❱ +\d+ (.*)$/;

/** Traces that rich draws in a box, turned into what the interpreter would have printed; other lines as they are. */
export function unboxed(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => line.includes("╭") || line.includes("╰"))) return lines;
  let boxed = false;
  return lines.flatMap((line) => {
    const words = line.trim();
    if (BOX.test(words)) {
      boxed = true;
      return ["Traceback (most recent call last):"];
    }
    if (BOX_END.test(words)) boxed = false;
    else if (!boxed) return [line];
    return boxedLine(words);
  });
}

function boxedLine(words: string): string[] {
  const content = words.replace(/^│/, "").replace(/│$/, "").trim();
  const [, file, line, name] = PLACE.exec(content) ?? [];
  if (file !== undefined) return [`  File "${file}", line ${line}, in ${name}`];
  const code = CURRENT.exec(content)?.[1];
  return code === undefined ? [] : [`    ${code}`];
}
