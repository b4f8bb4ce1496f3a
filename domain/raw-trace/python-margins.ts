/** A line without the bars that groups draw beside it. `level` 0 is the trace itself, 1 a member of its group. */
export type Margin = { level: number; text: string; member: boolean };

const GROUP = /^\s*\+ Exception Group Traceback/;
const MEMBER = /^(?:\+-)?\+-+ \d+ -+$/;
/** Ends the members, or stands above "and 85 more exceptions". */
const RULE = /^\+-+(?: \.\.\. -+)?$/;
/** Below the last member that is printed. */
const MORE = /^(?:\| )?and \d+ more exceptions?$/;
const LEVELS_MAX = 20;

/**
 * Reads the margins of one trace, line by line. Bars count only once a group has begun: a message may hold a table.
 * Each level is drawn two blanks further in than the one around it.
 */
export function marginReader(): (line: string) => Margin {
  let grouped = false;
  return (line) => {
    grouped ||= line.includes("+ Exception Group") && GROUP.test(line);
    return grouped ? marginOf(line) : { level: 0, text: line, member: false };
  };
}

function marginOf(line: string): Margin {
  const words = line.trimStart();
  const indent = line.length - words.length;
  const level = (blanks: number) => Math.min(LEVELS_MAX, Math.max(0, Math.floor(blanks / 2) - 1));
  if (MEMBER.test(words))
    return { level: level(indent + (words.startsWith("+-+") ? 2 : 0)), text: "", member: true };
  if (MORE.test(words)) return { level: 0, text: "", member: false };
  if (RULE.test(words)) return { level: Math.max(0, level(indent) - 1), text: "", member: false };
  if (words.startsWith("|") || words.startsWith("+ "))
    return { level: level(indent), text: words.slice(2), member: false };
  return { level: 0, text: line, member: false };
}
