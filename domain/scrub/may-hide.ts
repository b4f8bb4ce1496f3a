import { holdsKeyAmidRuns } from "./known-keys";
import { mayHoldCard } from "./personal-data";
import { mayHoldEscaped } from "./scrub-decoded";
import type { ScrubRules } from "./scrub-rules";

/**
 * A first look at a text: most hold nothing that any rule could find, and one pass over their characters says so. It
 * looks for the marks and for three letters of each word that the rules need; it may say yes of what holds nothing, and
 * never no of what does. Ten patterns one after the other took five times as long.
 */

/** What a character, or three letters in a row, may be part of. */
const CONTROL = 1 << 0;
const ESCAPE = 1 << 1;
const AT = 1 << 2;
const PAREN = 1 << 3;
const QUOTE = 1 << 4;
const DASH = 1 << 5;
/** A word that says by itself that a rule may find something. */
const WORD = 1 << 6;
/** A tool that takes a password, and a function that does. */
const TOOL = 1 << 7;
const CALL = 1 << 8;
const LONG_RUN = 1 << 9;
const DIGITS = 1 << 10;

/** Three letters of each word, those that the fewest other words have; of two letters, with whatever is beside them. */
const LETTERS: ReadonlyArray<readonly [mark: number, letters: string]> = [
  // Secrets' names: pw, secret, token, credential, creds, bearer, jwt, cookie, cvv, cvc, kennwort, senha, wachtwoord, pass, auth …
  [
    WORD,
    "?pw pw? psw ecr oke ede eds rer jwt kie cvv cvc nwo nha htw pas uth otp pin sid sig csr xsr ses key ras",
  ],
  // … and pat, githubpat and its like
  [WORD, "_pa -pa .pa bpa spa rpa ypa apa tpa"],
  // private (keys), eyJ (JWT), basic, identified, code_verifier, kty (JWK)
  [WORD, "vat eyj sic ifi kty"],
  // curl, mysql, mariadb, sshpass, redis-cli, docker, podman
  [TOOL, "url ysq ria shp edi ock odm"],
  // login, logon, sign_in, connect, mysqli, pdo, open, bind; others are among the names
  [CALL, "log ign nne ysq pdo ope bin"],
];

const ASCII = 128;
const FOLDED = 31;
const IN_RUN = 1 << 5;
const IS_DIGIT = 1 << 6;
const MARKS_SHIFT = 8;
const TRIGRAMS = 1 << 15;

/** Of each character: a number for its letter, whatever its case, then what kind of character it is, then its mark. */
const CHARACTERS = Uint32Array.from({ length: ASCII }, (_, code) => {
  const character = String.fromCharCode(code).toLowerCase();
  const folded = 1 + "abcdefghijklmnopqrstuvwxyz_-.".indexOf(character);
  const kind = (/[\w-]/.test(character) ? IN_RUN : 0) | (/\d/.test(character) ? IS_DIGIT : 0);
  return folded | kind | (markOf(character) << MARKS_SHIFT);
});

function markOf(character: string): number {
  if (character === "\b" || character === "\u001b") return CONTROL;
  if ("%\\&".includes(character)) return ESCAPE | (character === "\\" ? QUOTE : 0);
  if (character === "@") return AT;
  if (character === "(") return PAREN;
  if (character === "-") return DASH;
  return "\"'`".includes(character) ? QUOTE : 0;
}

const WORDS = new Uint16Array(TRIGRAMS);
for (const [mark, letters] of LETTERS)
  for (const three of letters.split(" "))
    for (let any = 0; any < (three.includes("?") ? 32 : 1); any += 1) {
      const trigram = [...three].reduce(
        (before, letter) => (before << 5) | (letter === "?" ? any : foldedOf(letter)),
        0,
      );
      WORDS[trigram] = (WORDS[trigram] ?? 0) | mark;
    }

function foldedOf(letter: string): number {
  return (CHARACTERS[letter.charCodeAt(0)] ?? 0) & FOLDED;
}

/** The shortest run of letters, digits, `_` and `-` in a known key, and the fewest digits on a card. */
const LONG = 10;
const CARD_DIGITS = 13;

function marksOf(text: string): number {
  let marks = 0;
  let trigram = 0;
  let run = 0;
  let digits = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= ASCII) {
      marks |= markBeyond(code);
      trigram = 0;
      run = 0;
      continue;
    }
    const character = CHARACTERS[code] ?? 0;
    trigram = ((trigram << 5) | (character & FOLDED)) & (TRIGRAMS - 1);
    marks |= (character >>> MARKS_SHIFT) | (WORDS[trigram] ?? 0);
    if ((character & IN_RUN) === 0) run = 0;
    else if (++run === LONG) marks |= LONG_RUN;
    if ((character & IS_DIGIT) !== 0 && ++digits === CARD_DIGITS) marks |= DIGITS;
  }
  // A word of two letters may be the last.
  return marks | (WORDS[(trigram << 5) & (TRIGRAMS - 1)] ?? 0);
}

/** Of what is not ASCII: what is not seen, or stands for ASCII, may hide any word; print's quotation marks are some. */
function markBeyond(code: number): number {
  if (code < 0xa0 || code === 0xad) return CONTROL;
  if (code === 0xab || code === 0xbb) return QUOTE;
  if (code < 0x2000) return code === 0x34f || code === 0x61c || code === 0x180e ? CONTROL : 0;
  if (code < 0x2070) {
    if (code >= 0x2018 && code <= 0x201f) return QUOTE;
    return (code >= 0x200b && code < 0x2010) || (code >= 0x202a && code < 0x202f) || code >= 0x2060
      ? CONTROL
      : 0;
  }
  return (code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xff01 && code <= 0xff5e) || code === 0xfeff
    ? CONTROL
    : 0;
}

const has = (marks: number, wanted: number) => (marks & wanted) === wanted;

/** Whether any rule but those of one's own may find something in a text. */
export function mayHide(text: string, { email_addresses, card_numbers }: ScrubRules): boolean {
  const marks = marksOf(text);
  if ((marks & (CONTROL | WORD)) !== 0) return true;
  if (has(marks, AT) && (email_addresses || text.includes("://") || (marks & PAREN) !== 0)) return true;
  if (has(marks, TOOL | DASH) || has(marks, CALL | PAREN | QUOTE)) return true;
  if (has(marks, DIGITS) && card_numbers !== "kept" && mayHoldCard(text)) return true;
  if (has(marks, ESCAPE) && mayHoldEscaped(text)) return true;
  return has(marks, LONG_RUN) && holdsKeyAmidRuns(text);
}
