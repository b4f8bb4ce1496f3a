import { HIDDEN } from "./pattern-rule";
import { countHidden, type Scrub } from "./scrub-rules";
import { isProse, isSentence, looksRandom } from "./secret-likeness";
import { isSecretName } from "./secret-name";

/**
 * Secrets that calls are given, as code and the traces of some languages show them: `set_password('…')`,
 * `login("bob", "…")`, `PDO->__construct('mysql:…', 'root', '…')`. What a function is given is told by its name.
 */

/** A function's name may stand behind its class's, which says more where it is a constructor. */
const CALL = /(->|::|\.)?([A-Za-z_]\w{1,60})(?:(?:->|::)__construct|::new|\.new|\.__init__)?\(/g;
/** What one of those names holds, and a literal: most texts hold no call of such a function. */
const CALLS = /(?:log_?in|log_?on|sign_?in|auth\w{0,20}|credentials?|connect|connection|mysqli|pdo|open|bind\w{0,2}|token|secret|passw\w{0,8}|pwd|passphrase|passcode|pin|api_?key)(?:(?:->|::)__construct|::new|\.new|\.__init__)?\(/i; // biome-ignore format: one pattern

/** Which of its arguments a function takes a secret for: one of them, counted from 0, or each literal. */
type Taken = { at: number | "each"; only_random: boolean };
const NOTHING: Taken = { at: -1, only_random: false };
const EACH: Taken = { at: "each", only_random: false };
const EACH_RANDOM: Taken = { at: "each", only_random: true };
const SECOND: Taken = { at: 1, only_random: false };
const THIRD: Taken = { at: 2, only_random: false };

/** Who connects where, and then by what. */
const TAKES_THIRD =
  /^(?:pdo|mysqli|(?:mysqli?|maria_?db)_?(?:real_?)?connect|real_?connect|get_?connection|plain_?auth|(?:ftp|ssh2?|imap|pop3|smtp|sftp)_?(?:login|auth_?password|open)|ldap_?bind)$/i;
/** A name and what proves it. */
const TAKES_SECOND =
  /^(?:\w*(?:log_?in|log_?on|sign_?in|(?<!www_)authenticate)|(?:http|with|set|use|add|proxy|new)*_?(?:basic|digest|ntlm|plain)_?(?:http_?)?(?:auth|authentication|credentials?)|network_?credential|user_?name_?password\w*|user_?pass\w*|password_?(?:authentication|credentials?|authenticator)|(?:set|with)_?credentials|simple_?bind(?:_s)?|oci_?connect)$/i;
const VERBS =
  /^(?:set|with|check|verify|validate|compare|match|change|update|hash|encrypt|use|confirm|make)_?(?=[A-Z_a-z])/i;

/** Function names are few and come again; a flood of new ones empties the memory. */
const REMEMBERED = 2_000;
const remembered = new Map<string, Taken>();

function takenBy(name: string, behind: boolean): Taken {
  const key = behind ? `.${name}` : name;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  if (remembered.size >= REMEMBERED) remembered.clear();
  const taken = judge(name, behind);
  remembered.set(key, taken);
  return taken;
}

function judge(name: string, behind: boolean): Taken {
  if (TAKES_THIRD.test(name)) return THIRD;
  if (TAKES_SECOND.test(name) || (behind && name === "auth")) return SECOND;
  const verb = VERBS.exec(name)?.[0];
  const what = verb === undefined ? name : name.slice(verb.length);
  // A function that is called like what it takes is one of a builder's, `.password("…")`.
  if ((verb === undefined && !behind) || !isSecretName(what)) return NOTHING;
  // A secret is set and used by its own name as well, `with_secret("db/prod")`.
  return /pass|pwd/i.test(what) || (verb !== undefined && /pin|otp/i.test(what)) ? EACH : EACH_RANDOM;
}

/** Hides what calls are given for secrets. */
export function scrubCalls(text: string, scrub: Scrub): string {
  if (!text.includes("(") || !/["'`]/.test(text) || !CALLS.test(text)) return text;
  let kept = "";
  let from = 0;
  CALL.lastIndex = 0;
  for (let call = CALL.exec(text); call !== null; call = CALL.exec(text)) {
    const [, mark, written = ""] = call;
    // Of `\n` in a text within a text, the letter is not the name's.
    const escaped = text[call.index - 1] === "\\" && /^[nrt]/.test(written) && mark === undefined;
    const taken = takenBy(escaped ? written.slice(1) : written, mark !== undefined);
    if (taken === NOTHING) continue;
    for (const { start, end } of secretsOf(text, CALL.lastIndex, taken)) {
      kept += text.slice(from, start) + HIDDEN;
      from = end;
      countHidden(scrub, "named_value");
    }
    CALL.lastIndex = Math.max(CALL.lastIndex, from);
  }
  return from === 0 ? text : kept + text.slice(from);
}

type Argument = { start: number; end: number; literal: boolean };

function secretsOf(text: string, at: number, { at: place, only_random }: Taken): Argument[] {
  return argumentsOf(text, at).filter(({ start, end, literal }, index) => {
    if (!literal || (place !== "each" && place !== index)) return false;
    const value = text.slice(start, end);
    if (value === "" || value.includes(HIDDEN)) return false;
    if (only_random) return looksRandom(value);
    // A form's builder is given the field's name or label.
    return !isProse(value) && !isSentence(value) && !isSecretName(value) && !isPlaceholder(value);
  });
}

/** `%s`, `?`, `:password`, `***`: where a value goes, or went. */
const isPlaceholder = (value: string) => /^(?:%\w|\?|[:$@]\w+|\$?\{.*|[*•x.]+|<.*>)$/.test(value);

const ARGUMENTS = 6;
const QUOTE = /\s{0,20}(\\*["'`])/y;
const OTHER = /\s{0,20}([^,()"'`\n]{0,80}(?:\([^()"'\n]{0,40}\))?)/y;
const LITERAL_CHARACTERS = 1024;

/** What a call is given, up to what cannot be told. */
function argumentsOf(text: string, from: number): Argument[] {
  const found: Argument[] = [];
  for (let at = from; found.length < ARGUMENTS; at += 1) {
    QUOTE.lastIndex = at;
    const quote = QUOTE.exec(text)?.[1];
    if (quote !== undefined) at = literal(text, QUOTE.lastIndex, quote, found);
    else {
      OTHER.lastIndex = at;
      const [, other = ""] = OTHER.exec(text) ?? [];
      at = OTHER.lastIndex;
      found.push({ start: at - other.length, end: at, literal: false });
    }
    if (text[at] !== ",") break;
  }
  return found;
}

/** Where the literal ends; one that was cut goes to the end of its line. */
function literal(text: string, start: number, quote: string, found: Argument[]): number {
  const near = text.slice(start, start + LITERAL_CHARACTERS);
  const close = near.indexOf(quote);
  const line = near.indexOf("\n");
  const closed = close >= 0 && (line < 0 || close < line);
  const end = closed ? start + close : start + (line < 0 ? near.length : line);
  found.push({ start, end, literal: true });
  return closed ? end + quote.length : end;
}
