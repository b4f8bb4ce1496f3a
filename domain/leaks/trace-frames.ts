import type { Span } from "./leak";

/** Frames that a word begins; each wildcard is bounded, so a line is read in proportion to its length. */
const FRAMES: readonly RegExp[] = [
  // V8: `at f (/app/x.js:1:2)`, `at async f (node:internal/x:1:2)`, `at new Promise (<anonymous>)`
  /\bat (?:async |new ){0,2}[^\s()]{1,300}(?: \[as [^\]\s]{1,100}\])? \((?:[^()]{0,400}(?:\.[A-Za-z]\w{0,9}(?:\?[^()\s]{0,200})?|>|node:[\w/]{1,100}):\d+(?::\d+)?|index \d+|<anonymous>|native|eval at [^\n]{1,400})\)/g,
  // V8 without a name: `at /app/x.js:1:2`
  /\bat (?:async )?[^\s()]{0,400}(?:\.[A-Za-z]\w{0,9}|<anonymous>|node:[\w/]{1,100}):\d+:\d+/g,
  // JVM: `at com.acme.Refund.pay(Refund.java:12)`
  /\bat [\w$./@<>-]{3,300}\((?:[\w$.-]{1,200}\.(?:java|kt|scala|groovy|clj)(?::\d+)?|Native Method|Unknown Source)\)/g,
  // .NET: `at Acme.Refund.Pay(String id) in C:\src\Refund.cs:line 12`
  /\bat [\w.`<>[\],+]{3,300}\([^()\n]{0,400}\) in [^\n]{1,400}:line \d+/g,
  // .NET in other languages: `bei Acme.Refund.Pay(String id) in C:\\src\\Refund.cs:Zeile 12`
  /(?:\p{L}{1,5} )?[\w.`<>[\],+]{3,300}\([^()\n]{0,400}\) \S{1,10} [^\n]{1,400}\.(?:cs|vb|fs):\p{L}{2,10} \d+/gu,
  // Python: `File "x.py", line 3, in pay`
  /\bFile \\?"[^"\n]{1,400}", line \d+(?:, in [^\s]{1,200})?/g,
  // Perl: `no refund at pay.pl line 12.`
  /\bat (?:[^\s()]{0,300}\.(?:p[lm]|t|cgi|psgi)|\/(?:usr|srv|opt|home|var|app|tmp|root|etc)\/\S{1,300}|\(eval \d+\)|-e) line \d+(?:, <\w{0,40}> (?:line|chunk) \d+)?/g,
  // OCaml: `Raised at Pay.charge in file "pay.ml", line 12`; Go's log: `12:00:00 main.go:12: no refund`
  /\b(?:Raised|Re-raised|Called) (?:at|from|by primitive operation at) [^\n]{1,300}, line \d+|\b\d\d:\d\d:\d\d(?:\.\d{1,9})? [\w./-]{1,300}\.go:\d+: /g,
  // PHP and Dart: `#0 /app/x.php(12): pay()`, `#0 {main}`, `#1 main (package:x/y.dart:3:5)`
  /#\d{1,4} {1,8}(?:[^\n]{1,300}?\(\d+\): [^\n]{0,300}|\{main\}|[^\n(]{1,200}\([^()\n]{1,300}\.dart:\d+:\d+\))/g,
];

/** A place in a source file: `refund.py:12`, `x.rb:3:in 'pay'`, `main.go:9 +0x1d`, `x.php on line 3`. */
const PLACE =
  /\.(?:(?:rb|rake|erb|py|go|java|kt|scala|groovy|clj|cs|php|rs|exs?|erl|hrl|dart|swift|lua|jl|hs|mli?|c|cc|cpp|cxx|hpp|mm|sh)(?::(?: ?line )?\d+|["']?(?: on|,) line \d+)|(?:[cm]?[jt]sx?|vue|svelte|html)(?:\?[^\s:()]{0,200})?:\d+:\d+)(?::\d+)?(?::in [`'"‘][^'`"\n]{0,200}['"’]?)?(?: \+0x[0-9a-f]{1,16})?/g;
/** What does not belong to a file's name before its ending. */
const BEFORE_NAME = /[\s"'`()<>[\]{},;=|]/;

/** `sure`: no sentence has it; a place alone may be named in one. */
export type Frame = Span & { sure: boolean };

/** What only a frame has behind its place. */
const SURE_PLACE = /:in [`'"‘]|\+0x/;

/** The frames within one line. */
export function framesIn(text: string, line: Span): Frame[] {
  const content = text.slice(line.start, line.end);
  const spans: Frame[] = [];
  for (const pattern of FRAMES)
    for (const { index, 0: found } of content.matchAll(pattern))
      spans.push({ start: line.start + index, end: line.start + index + found.length, sure: true });
  let from = 0;
  for (const { index, 0: found } of content.matchAll(PLACE)) {
    let start = index;
    while (start > from && !BEFORE_NAME.test(content[start - 1] ?? "")) start -= 1;
    from = index + found.length;
    const sure = SURE_PLACE.test(found) || isSaidBefore(content, start, found);
    if (start < index) spans.push({ start: line.start + start, end: line.start + from, sure });
  }
  return spans;
}

/** PHP says what is wrong and then where: `… in /srv/pay.php on line 12`. */
function isSaidBefore(line: string, start: number, place: string): boolean {
  return place.startsWith(".php") && line.slice(Math.max(0, start - 4), start) === " in ";
}

/** .NET prints a frame without a file where it has no symbols; only a whole line of it tells it from a sentence. */
const LONE_FRAME = /^\s*at [\w.`<>[\],+$]{1,200}\.[\w.`<>[\],+$]{1,200}\([^()]{0,400}\)\s*$/;

export const isLoneFrame = (line: string): boolean => line.length < 1000 && LONE_FRAME.test(line);

/** What runtimes say around frames, and nobody else. */
const SAID = new RegExp(
  [
    // Python and its notebooks and tests
    String.raw`Traceback \((?:most recent call|innermost)[^)\n]{0,20}\)?:?`,
    "The above exception was the direct cause|During handling of the above exception",
    String.raw`\bCell In ?\[\d+\], line \d+|^E {3,}\S`,
    // The JVM, .NET and Rust
    String.raw`\bCaused by: (?:[\w$]{1,100}\.){1,20}[A-Z][\w$]{0,100}(?=:|\s*$)|^\s*Caused by:\s*$`,
    String.raw`\bCaused by: [\w$]{0,100}(?:Error|Exception|Throwable)\b`,
    String.raw`End of (?:inner exception )?stack trace|thread '[^'\n]{0,100}' (?:\(\d+\) )?panicked at`,
    String.raw`^\s*(?:PHP )?(?:[Ss]tack ?[Tt]race(?:back)?|[Ss]tack backtrace|Call Stack|CallStack \(from [^)\n]{1,100}\)):\s*$`,
    // Go, Elixir, Erlang, C++ and what Apple makes
    String.raw`\bgoroutine \d+ \[[^\]\n]{1,60}\]:?|^panic: runtime error`,
    String.raw`(?:^|["'])\s*\*\* \((?:[A-Z][\w.]{0,100}|exit|EXIT from [^)\n]{1,100})\) |(?:^|["'])\*\* exception (?:error|exit|throw): `,
    String.raw`\bGenServer [^\n]{1,300}? terminating\b`,
    String.raw`\bterminate called after throwing an instance of |\bterminating (?:due to|with) uncaught exception`,
    String.raw`\*\*\* Terminating app due to uncaught exception`,
  ].join("|"),
);

/** What a text must hold so that a trace could be in it. */
const MAY_HOLD =
  /:\d|:\S{2,10} \d|<anonymous>|line \d|#\d|Traceback|Caused by:|goroutine |above exception|[sS]tack ?[tT]race|[sS]tack backtrace|Call ?Stack|^E {3}|\*\* (?:\(|exception)|terminat(?:ing|e called)|Terminating app|at [\w.`<>[\],+$/@-]{1,200}\(|at [^()\s]{1,300} (?:\[as [^\]]{1,100}\] )?\(|at (?:async|new) /m;

/** Whether a text may hold a trace; never false where one is found. */
export const mayHoldTrace = (text: string): boolean => MAY_HOLD.test(text);

/** Where in a line a runtime speaks; -1 where it does not. */
export function saidAt(line: string): number {
  return line.search(SAID);
}
