/** What .NET Framework says for "line" where Windows speaks another language, behind a colon at the end of a frame. */
const LINE_WORD = /:(?:Zeile|ligne|línea|riga|linha|строка|wiersz|regel|řádek|行号|行|줄) (\d{1,9})\.?$/;
/** What it says for "at", before a method. */
const AT_WORD = /^(?:bei|à|en|in|em|в|w|v|bij|場所|在|위치:) (?=[^\s(]+\.[^(]*\()/;
/** "--- End of inner exception stack trace ---" names the exception as an inner one, in every language. */
const INNER_WORD = /^--- .*(?:intern|внутренн|wewnętrzn|vnitřní|内部|內部|내부).* ---$/i;

/** Whether a line is a frame as .NET prints it in another language than English, with its place. */
export function isLocalFrame(words: string): boolean {
  const last = words.charCodeAt(words.length - 1);
  const ends = last === 46 || (last >= 48 && last <= 57);
  return ends && AT_WORD.test(words) && LINE_WORD.test(words);
}

/** The lines of a trace in the words of English, which the reader knows. */
export function inEnglish(lines: readonly string[]): readonly string[] {
  return lines.some((line) => isLocalFrame(line.trimStart())) ? lines.map(lineInEnglish) : lines;
}

function lineInEnglish(line: string): string {
  const words = line.trim();
  if (INNER_WORD.test(words)) return "--- End of inner exception stack trace ---";
  if (!AT_WORD.test(words)) return line;
  const rest = words.replace(AT_WORD, "");
  const number = LINE_WORD.exec(rest);
  if (number === null) return rest.endsWith(")") ? `at ${rest}` : line;
  const place = rest.slice(0, number.index);
  const close = place.lastIndexOf(") ");
  const file = place.slice(close + 2).replace(/^\S+ /, "");
  return close < 0 ? line : `at ${place.slice(0, close + 1)} in ${file}:line ${number[1]}`;
}
