import { ownText } from "./own-text";
import { guessInApp } from "./raw-trace/in-app";
import { isGap } from "./raw-trace/read-exception";
import type { ReportedFrames } from "./reported-frames";

/** What tells one kind of failure from another: the text to digest, and its frame as people read it. */
export type Fingerprint = { text: string; top_frame: string | null };

type Exception = NonNullable<ReportedFrames["exceptions"]>[number];
type StackFrame = NonNullable<Exception["frames"]>[number];

/** Changes when the rules below do: records with fingerprints of other rules are then kinds of their own. */
const RULES = 3;

/**
 * Tool × exception type × top in-app function and file (decision 0062). The outermost exception that has an in-app frame
 * speaks, else the outermost one. Lines, addresses, ids, versions, counters and a bundler's names change nothing, and no
 * word of a message is in it. Null where neither a type nor a frame says anything. `clean` is asked about each text.
 */
export function fingerprintOf(
  tool: string | null,
  exceptions: readonly Exception[] | null,
  clean: (text: string) => string = (text) => text,
): Fingerprint | null {
  const all = exceptions ?? [];
  const speaking = all.find((exception) => exception.frames?.some(isInApp)) ?? all[0];
  if (speaking === undefined) return null;
  const frames = speaking.frames ?? [];
  const frame =
    frames.find(isInApp) ?? frames.find(({ file, function: name }) => file || (name && !isGap(name)));
  const type = clean(speaking.type ?? all[0]?.type ?? "");
  return remembered(tool ?? "", type, clean(frame?.function ?? ""), clean(frame?.file ?? ""));
}

/** The same failures come again and again; a flood of others empties the memory. */
const REMEMBERED = 2_000;
const REMEMBERED_CHARACTERS = 1_000;
const fingerprints = new Map<string, Fingerprint | null>();

function remembered(...parts: Parameters<typeof judge>): Fingerprint | null {
  const key = parts.join("\0");
  const known = fingerprints.get(key);
  if (known !== undefined) return known;
  const fingerprint = judge(...parts);
  if (fingerprints.size >= REMEMBERED) fingerprints.clear();
  if (key.length <= REMEMBERED_CHARACTERS) fingerprints.set(ownText(key), fingerprint);
  return fingerprint;
}

function judge(tool: string, type: string, name: string, file: string): Fingerprint | null {
  const steady = [steadyType(type), steadyFunction(name, file), steadyFile(file)] as const;
  if (steady.every((part) => part === "")) return null;
  const top_frame = shown(steady[1], steady[2]);
  return { text: JSON.stringify([RULES, tool, ...steady]), top_frame: top_frame && ownText(top_frame) };
}

function isInApp(frame: StackFrame): boolean {
  if (typeof frame.in_app === "boolean") return frame.in_app;
  const { file = null, line = null, function: name = null } = frame;
  return guessInApp({ file, line, function: name }) === true;
}

const FRAME_CHARACTERS = 300;

function shown(name: string, file: string): string | null {
  const text = file === "" ? name : name === "" ? file : `${name} (${file})`;
  return text.slice(0, FRAME_CHARACTERS) || null;
}

const UUID = /[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}/gi;
const ADDRESS = /[@/]?\b0x[0-9a-f]+/gi;
/** A run of hexadecimal digits that no word is: a hash, an object's address, a build. */
const HEX = /(?<![A-Za-z0-9])(?=[a-f]{0,40}[0-9])[0-9a-f]{7,64}(?![A-Za-z0-9])/gi;

const withoutIds = (text: string) =>
  text.slice(0, 2000).replace(UUID, "").replace(ADDRESS, "").replace(HEX, "");

/**
 * A type that is no name (a sentence, a bundler's letter) says nothing. Without its module: a trace as text names it, and a
 * producer's own list of exceptions often does not.
 */
function steadyType(type: string): string {
  const name = withoutIds(type.trim()).replace(/(?<=[$_])\d+/g, "");
  if (name === "fatal error") return name;
  return /^[^\s()]{3,200}$/.test(name) ? name.slice(name.lastIndexOf(".") + 1) : "";
}

/** Counters that compilers give to what has no name: `lambda$run$3`, `main.func1.2`, `<Run>d__5`, `h0a1b2c…` of Rust. */
const COUNTERS: readonly [RegExp, string][] = [
  // What waited is told by its own name: `async charge`, `async*charge`, `Shop.Pay.<Charge>d__5.MoveNext`.
  [/^(?:async |[A-Za-z][\w .]{0,60}\*)(?=[^\s*])/, ""],
  [/<([^<>]{1,200})>d(?:__\d*)?\.MoveNext$/, "$1"],
  [/::h[0-9a-f]{16}$/i, ""],
  [/\$\$(?:Lambda|EnhancerBy\w+|FastClassBy\w+|SpringCGLIB)[\w$/.]*?(?=\.|$)/g, "$$$$"],
  [/\{closure[^}]*\}/g, "{closure}"],
  [/block \(\d+ levels\) in /g, "block in "],
  [
    /(\$|__|#|~|(?<![A-Za-z])(?:lambda|closure|anon(?:ymous|fun|class)?)|DisplayClass|AnonStorey|\$Proxy)[\d_]+/gi,
    "$1",
  ],
  [/(?<=\.)func\d+/g, "func"],
  [/\|\d+_\d+/g, ""],
  [/(?:\.\d+)+(?=[.(]|$)/g, ""],
  [/\+0x[0-9a-f]+|:\d+(?::\d+)?$/gi, ""],
];
const SCRIPT = /\.(?:m|c)?jsx?(?:[?#].*)?$|\.bundle\b|^https?:/i;
const BUNDLED = /\.min\.|[.-](?=[A-Za-z_-]{0,30}\d)[\w-]{7,40}\.(?:m|c)?js/;

function steadyFunction(name: string, file: string): string {
  const steady = COUNTERS.reduce(
    (text, [pattern, by]) => text.replace(pattern, by),
    name.trim().slice(0, 2000),
  );
  const plain = withoutIds(steady);
  if (!SCRIPT.test(file)) return plain;
  // A bundler's names are as short as can be, and others in the next build.
  const shortest = BUNDLED.test(file) ? 3 : 2;
  const parts = plain.split(/[.\s/]+/).filter((part) => part.replace(/[^A-Za-z0-9]/g, "").length > shortest);
  return parts.join(".");
}

/** `1.4.2`, `v3`, `20261115`, `release-17`, `2026-11-15T10:00`: a folder that the next version has not. */
const VERSION_FOLDER =
  /^(?:v|r|rel|release|build|rev|deploy|ver|version)?[-_.]?\d[\d._:T-]*(?:[-+.]?(?:alpha|beta|rc|dev|final|snapshot|post)[\w.]*)?Z?$/i;
const VERSION_SUFFIX = /[@_-]v?\d+(?:\.\d+)+[\w.+-]*$|(?<=[A-Za-z])\d+\.\d+$/;
/** What a bundler puts before the ending so that a changed file has another name. */
const CONTENT_HASH =
  /[._-](?=[A-Za-z_-]{0,40}\d)[A-Za-z0-9_-]{7,64}(?=(?:\.min|\.chunk|\.bundle)?\.[a-z]{1,6}$)/;
/** The file and the folder it is in: what lies above is where it was installed. */
const SEGMENTS = 2;

function steadyFile(file: string): string {
  const path = file
    .slice(0, 2000)
    .replaceAll("\\", "/")
    .replace(/\(\d+\) : (?:eval\(\)'d code|runtime-created function).*$/, "")
    .replace(/[?#].*$/, "")
    .replace(/(?::\d+){1,2}$/, "")
    .replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*\//i, "");
  const folders = path.split("/").filter((part) => part !== "" && part !== "." && part !== "..");
  const last = folders.pop() ?? "";
  const above = folders
    .map((part) => withoutIds(part).replace(VERSION_SUFFIX, ""))
    .filter((part) => !/^[-_.]*$/.test(part) && !VERSION_FOLDER.test(part) && !/^[A-Z]:$/i.test(part));
  return [...above.slice(1 - SEGMENTS), steadyName(last)].join("/");
}

function steadyName(name: string): string {
  const jar = name.replace(/[-_]v?\d+(?:\.\d+)+[\w.-]*?(?=\.(?:jar|war|dll|so|whl|egg)$)/i, "");
  return withoutIds(jar.replace(CONTENT_HASH, ""))
    .replace(/^\d+(?=\.[a-z]{1,6}$)/i, "")
    .replace(/^(<[a-z-]+?)-?\d[^>]*>$/i, "$1>")
    .replace(/^((?:Cell|Input) In) ?\[\d+\]$/, "$1");
}
