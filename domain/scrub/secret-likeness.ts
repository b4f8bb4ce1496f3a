/**
 * What tells a secret from a word. Names that a secret bears stand before plain words as well (`token: expired`), and
 * before code (`token = self.token`): the words and the code are for people to read, and hide nothing.
 */

/** Words that stand where a value could, and say something of it. */
const PROSE = new Set(
  `a active accepted allowed an and any are at bad be been blank blocked bool boolean bytes can cached cannot cancelled
  changed character characters class closed contains could created deleted denied destroyed did different disabled does
  don't empty enabled ended enter eof error exceeded expected expired expires failed failure false field fields filtered
  for forbidden found from given had has have header hidden identifier ignored illegal in inactive incomplete incorrect
  input int invalid is it keyword known length loaded locked lost malformed masked matches maximum may minimum mismatch
  mismatched missing must needed needs never nil no none not null number off ok omitted on only open opened operator
  optional or out please present provided punc punctuator received refreshed refused rejected removed required requires
  reset revoked rotated sent set shall should started stored str string supplied terminated that the then there they this
  timed timeout to too true unauthenticated unauthorized undefined unexpected unknown unset unsupported unused unverified
  updated valid value verified was were when which will with without would wrong yes you your`.split(/\s+/),
);
/** What forms and checks say of a value. */
const SAID_OF_VALUES =
  /\b(?:required|must|blank|invalid|incorrect|least|most|short|long|match|valid|missing|expired|characters?|allowed|empty|cannot|can't|common|failed|denied|wrong|malformed|unauthorized|provided|mismatch|supported)\b/i;
const PLAIN_WORDS = /^(?:[A-Za-z][a-z'’]{0,20}[.,:!?]?|\d{1,4}[.,]?|[A-Z]{1,3})$/;

/** Whether a word is one of a sentence, whatever ends it. */
export function isProse(word: string): boolean {
  return PROSE.has(word.toLowerCase().replace(/[.,:;!?]{1,3}$/, ""));
}

/** Whether a text of a value is a sentence about it: `This field is required.`, `must be at least 8 characters`. */
export function isSentence(text: string): boolean {
  if (text.length > 200 || !SAID_OF_VALUES.test(text)) return false;
  const words = text.trim().split(/\s{1,8}/);
  return words.length > 1 && words.every((word) => PLAIN_WORDS.test(word)) && words.some(isProse);
}

/** All that forms say of a password is said in these words, and no password that anybody thinks of is. */
const OF_PASSWORDS = new Set(
  `a account address again all allowed also an and another any appear appears are as at bad be been between blank both
  breach breached by can cannot can't case character characters chars choose common commonly compromised confirm
  confirmation contain containing contains could current data denied did didn't different digit digits do does doesn't don't
  e-mail each easily easy email empty ensure enter entirely equal equals exactly expected expired expires failed field fields
  found for from given got guess guessable has have identical in include includes incorrect information input invalid is it
  its known last leaked least length less letter letters list long longer lower lowercase make malformed match matched matches
  max maximum may min minimum mismatch missing mixed more most must name need needs new no none not null number numbers
  numeric of old on once one only or passphrase password passwords permitted personal please previous previously provided
  public recent recently rejected repeat required reused same set shall short shorter should similar simple small special
  strength string strong sure symbol symbols text than that the they this to too try two unset upper uppercase use used user
  username using valid value values was weak were when with without wrong you your`.split(/\s+/),
);
const SAYS_OF_PASSWORDS =
  /\b(?:must|required|invalid|incorrect|missing|expired|cannot|can't|should|shall|blank|empty|failed|denied|wrong|malformed|provided|mismatch|match|matches|expected|at (?:least|most)|too \w+|not allowed|(?:do|does|did)(?:n't| not)|(?:max|min)imum)\b/i;
const NUMBER = /^(?:[<>=≥≤]{0,2}\d{1,4}|[a-z]-[a-z]|0-9)$/i;

/**
 * Whether a text that stands where a password does is what a form says of it, `too short`, `must be at least 8
 * characters`. It is told by a closed list of words, since a password may be a sentence of others.
 */
export function isSaidOfPassword(text: string): boolean {
  if (text.length > 200 || !SAYS_OF_PASSWORDS.test(text)) return false;
  const words = text.split(/[\s()[\]"'’,.:;!?/]+(?!t\b)/).filter((word) => word !== "");
  return (
    words.length > 1 &&
    words.every((word) => OF_PASSWORDS.has(word.toLowerCase().replace("’", "'")) || NUMBER.test(word))
  );
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Twilio's ids, and points in time. */
const PLAIN_IDS = /^(?:[A-Z]{2}[0-9a-f]{32}|\d{8}T\d{6}.{0,10})$/;
const LOOKED_AT = 200;
const RUN = 8;

/** Whether a value looks drawn by chance: letters and digits mixed in a run of eight. UUIDs are ids. */
export function looksRandom(value: string): boolean {
  if (value.length < RUN || UUID.test(value) || PLAIN_IDS.test(value)) return false;
  let letters = 0;
  let digits = 0;
  const limit = Math.min(value.length, LOOKED_AT);
  for (let at = 0; at < limit; at += 1) {
    const code = value.charCodeAt(at);
    if (code >= 48 && code <= 57) digits += 1;
    else if ((code | 32) >= 97 && (code | 32) <= 122) letters += 1;
    else {
      letters = 0;
      digits = 0;
    }
    if (letters > 0 && digits > 0 && letters + digits >= RUN) return true;
  }
  return false;
}

/** Whether it is a digest in hexadecimal, which many ids are. */
export const isHexadecimal = (value: string): boolean =>
  /^(?:[0-9a-f]{32,128}|[0-9A-F]{32,128})$/.test(value);

const CHAIN = /[A-Za-z_$][\w$]{0,60}(?:(?:\.|::|->|\?\.)[A-Za-z_$][\w$]{0,60}){0,8}/y;
const KEYWORD = /(?:await|new|typeof|yield|lambda|function|async)\s/y;
/** What code begins an expression with, `self.token`, and a password does not. */
const HEADS = new Set(
  `self this cls req request res resp response ctx context os sys process config cfg conf settings env args argv opts
  options params props data body user client auth app event input state payload kwargs flask current_app typing t`.split(
    /\s+/,
  ),
);
const ALGORITHMS = /(?:md5|sha\d{1,3}|b64|base64|uuid\d|utf8|oauth2|v\d)/gi;
const ENDS = /[\s,;)}\]:=]|$/y;

/** Whether code stands there that gives a value elsewhere: a call, an attribute, a variable of the same name, a type. */
export function isExpression(text: string, at: number, name: string): boolean {
  KEYWORD.lastIndex = at;
  if (KEYWORD.test(text)) return true;
  CHAIN.lastIndex = at;
  const chain = CHAIN.exec(text)?.[0];
  if (chain === undefined || /\d/.test(chain.replace(ALGORITHMS, ""))) return false;
  const end = at + chain.length;
  if (text[end] === "(" || (text[end] === "[" && /[\w"']/.test(text[end + 1] ?? ""))) return true;
  ENDS.lastIndex = end;
  if (!ENDS.test(text)) return false;
  const parts = chain.split(/\.|::|->|\?\./);
  const last = lettersOf(parts.at(-1) ?? "");
  if (parts.length > 1)
    return HEADS.has(parts[0] ?? "") || last === lettersOf(name) || /^[A-Z]/.test(parts.at(-1) ?? "");
  return last === lettersOf(name) && last.length > 3;
}

const lettersOf = (name: string) => name.toLowerCase().replace(/[^a-z]/g, "");
