const QUOTE = "\\\\{0,8}[\"'`]";
/** The name as JSON, Python, JavaScript, Ruby, YAML or a form writes it: in quotes, or where a member begins. */
const NAME = `(?:(?<quote>${QUOTE})effect\\k<quote>|effect(?<=(?:^|[\\n{,(;&?]\\s{0,20}):?effect)|effect(?<=\\s:?effect)(?=\\s{0,20}=))`;
/** What says something else than doubt, or nothing. */
const NOTHING = "(?:null|none|nil|undefined)\\b";
const BLANK = `(?<blank>${QUOTE})\\s{0,20}\\k<blank>`;
const CERTAIN = `(?<mark>(?:${QUOTE})?)\\s{0,20}:?(?:absent|committed)\\s{0,20}(?:\\k<mark>(?![\\w-])|$)`;
const SAYS_UNKNOWN = new RegExp(
  `${NAME}\\s{0,20}(?:=>|[:=](?!>))(?!\\s{0,20}(?:${NOTHING}|${BLANK}|${CERTAIN}))`,
  "i",
);

/**
 * Whether a text that cannot be read as JSON says of an effect anything but that it is absent, committed or not known
 * of: then it is in doubt, as of an item that can be read. It may be cut short, or no JSON at all.
 */
export function textSaysUnknown(text: string): boolean {
  return SAYS_UNKNOWN.test(text);
}
