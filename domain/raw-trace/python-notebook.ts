const HEADER = /^[A-Za-z_][\w.]* {2,}Traceback \(most recent call last\)$/;
/** `Cell In[3], line 1`, before that `Input In [3], in <cell line: 1>()`. */
const CELL = /^((?:Cell|Input) In ?\[\d+\]), (?:line (\d+)|in <cell line: (\d+)>\(\))$/;
/** `File ~/shop/pay.py:7, in charge(n)` */
const FILE = /^File (\S.*):(\d+), in (\S+?)\(.*\)$/;
/** `~/shop/pay.py in charge(n)`, whose line the arrow below says. */
const OLD_FILE = /^(\S+\.pyx?|<ipython-input-\S+>) in (\S+?)(?:\(.*\))?$/;
const ARROW = /^-+> ?(\d+) ?(.*)$/;
const NUMBERED = /^ +\d+(?: |$)/;

/** A trace as IPython and Jupyter print it, in the form of the interpreter; other lines as they are. */
export function outOfNotebook(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex((line) => HEADER.test(line));
  if (start < 0) return lines;
  const printed: string[] = [];
  let waiting: string | null = null;
  for (const line of lines.slice(start)) {
    const arrow = ARROW.exec(line);
    if (arrow && waiting !== null) printed.push(waiting.replace("?", arrow[1] ?? ""));
    if (arrow) waiting = null;
    const old = OLD_FILE.exec(line);
    if (old) waiting = `  File "${old[1]}", line ?, in ${old[2]}`;
    else printed.push(...asPrinted(line, arrow));
  }
  return printed;
}

function asPrinted(line: string, arrow: RegExpExecArray | null): string[] {
  if (HEADER.test(line)) return ["Traceback (most recent call last):"];
  if (arrow) return [`    ${arrow[2]?.trim()}`];
  const cell = CELL.exec(line);
  if (cell) return [`  File "${cell[1]}", line ${cell[2] ?? cell[3]}, in <module>`];
  const file = FILE.exec(line);
  if (file) return [`  File "${file[1]}", line ${file[2]}, in ${file[3]}`];
  return NUMBERED.test(line) ? [] : [line];
}
