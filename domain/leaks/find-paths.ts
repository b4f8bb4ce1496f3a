import type { Address } from "./addresses";
import type { Span } from "./leak";

/** Folders at the root of a machine that no route of a web server is named like. */
const ROOTS = new Set([
  "Users", "var", "etc", "usr", "srv", "tmp", "mnt", "proc", "sys", "Library", "Applications", "System", "Volumes", "bin", "sbin", "boot", "nix", "workspace", "workspaces", "layers",
]); // biome-ignore format: one list
/** Folders at the root of a machine that a route may be named like too: with more below it, it is hardly one. */
const ROUTE_LIKE = new Set(["home", "root", "opt", "media", "private"]);
/** Folders inside a path that only an installation has. */
const INSTALLED =
  /\/(?:node_modules|site-packages|dist-packages|__pycache__|vendor|\.git|\.venv|\.ssh)(?:\/|$)/;
/** Endings of what a program is made of or keeps; a web server seldom serves them by that name. */
const PROGRAM_FILE =
  /\.(?:py[cio]?|rb|erb|php|java|kt|scala|go|rs|cs|csproj|dll|exe|so|jar|war|class|[cm]?[jt]sx?|vue|exs?|dart|swift|sh|bash|ps1|bat|sql|sqlite3?|db|log|conf|cfg|ini|env|toml|ya?ml|lock|pem|key|crt|p12|sock|pid|bak|tmp)(?:\.\d{1,3})?$/i;
const DATA_FILE = /\.(?:json|xml|csv|tsv|txt|parquet|xlsx?|docx?|pdf|zip|gz|tar)$/i;
const ROUTE =
  /^(?:api|v\d+|rest|graphql|rpc|static|assets|public|docs|files|download|downloads|\.well-known)$/i;
const METHOD = /(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|CONNECT|TRACE) $/;

const BEFORE = /[\s"'`(=[{<,;:|>~]/;
const BEGINS = /[\p{L}\p{N}._~@-]/u;
const TOKEN = /(?:[^\s"'`<>()[\]{}|,;:*?!\\]|\[redacted\]|\[e-mail\])+/y;
const QUOTES = "\"'`";
const QUOTED_CHARACTERS = 400;

/** A drive and folders, of which all but the last may hold blanks; and a share of a network. */
const WINDOWS =
  /(?<![A-Za-z0-9])[A-Za-z]:(?:\\{1,2}|\/(?!\/))(?:[^\\/:*?"'<>|\r\n]{1,100}(?:\\{1,2}|\/)){0,40}[^\\/:*?"'<>|\s,;)]{0,100}/g;
const SHARE =
  /(?<![\w\\])\\{2,4}[A-Za-z0-9][\w.-]{1,63}\\{1,2}[\w$.-]{1,80}(?:\\{1,2}[^\\/:*?"'<>|\r\n\s]{1,100}){0,40}/g;

/**
 * Absolute paths of files: those below a folder that only machines have, and those with an ending that only programs
 * have. Routes (`/v1/orders`), pointers (`/items/0`), fractions and addresses are none.
 */
export function findPaths(text: string, addresses: readonly Address[]): Span[] {
  const spans: Span[] = addresses.filter(({ scheme }) => scheme === "file");
  if (text.includes("/")) spans.push(...posix(text, addresses));
  if (text.includes(":\\") || text.includes(":/"))
    for (const { index, 0: found } of text.matchAll(WINDOWS))
      if (isWindowsFile(found) && !within(addresses, index))
        spans.push({ start: index, end: index + found.length });
  if (text.includes("\\\\"))
    for (const { index, 0: found } of text.matchAll(SHARE))
      spans.push({ start: index, end: index + found.length });
  return spans;
}

function within(addresses: readonly Span[], at: number): boolean {
  return addresses.some(({ start, end }) => at >= start && at < end);
}

/** `A:\nB` is a list with escaped line ends; a path has folders or an ending. */
function isWindowsFile(path: string): boolean {
  const rest = path.slice(2);
  return /[\\/]+[^\\/]{2,}[\\/]+[^\\/]/.test(rest) || /^[\\/]+[^\\/]+\.[A-Za-z]\w{0,9}$/.test(rest);
}

function posix(text: string, addresses: readonly Address[]): Span[] {
  const spans: Span[] = [];
  let skip = 0;
  for (let at = text.indexOf("/"); at >= 0; at = text.indexOf("/", at + 1)) {
    while ((addresses[skip]?.end ?? Number.POSITIVE_INFINITY) <= at) skip += 1;
    const address = addresses[skip];
    if (address && at >= address.start) {
      at = address.end - 1;
      continue;
    }
    if (!begins(text, at)) continue;
    const end = endOf(text, at);
    if (isFile(text, at, end)) spans.push({ start: text[at - 1] === "~" ? at - 1 : at, end });
    at = end - 1;
  }
  return spans;
}

function begins(text: string, at: number): boolean {
  const [before, after] = [text[at - 1], text[at + 1]];
  if (after === undefined || !BEGINS.test(after)) return false;
  if (before === undefined || BEFORE.test(before)) return true;
  // Behind a line end that was escaped once too often.
  return (before === "n" || before === "t") && text[at - 2] === "\\";
}

/** In quotation marks a path may hold blanks; else it ends where a word does, and a sentence's dot is not its own. */
function endOf(text: string, at: number): number {
  TOKEN.lastIndex = at;
  const token = TOKEN.exec(text)?.[0] ?? "/";
  const quote = text[at - 1] ?? " ";
  if (QUOTES.includes(quote)) {
    const part = text.slice(at, at + QUOTED_CHARACTERS);
    const close = part.search(/["'`\n]/);
    if (close >= token.length && part[close] === quote && part.slice(0, close).lastIndexOf("/") > 0)
      return at + close;
  }
  return at + token.replace(/\.{1,3}$/, "").length;
}

function isFile(text: string, start: number, end: number): boolean {
  const path = text.slice(start, end);
  const [, root = "", ...below] = path.replace(/\/{1,3}$/, "").split("/");
  if (INSTALLED.test(path)) return true;
  const isRoute = METHOD.test(text.slice(Math.max(0, start - 8), start));
  if (PROGRAM_FILE.test(path))
    return !(isRoute || ROUTE.test(root)) || /\.(?:py|php|rb|log|env)$/i.test(path);
  if (below.length === 0 || isRoute) return false;
  if (text[start - 1] === "~" || ROOTS.has(root) || (ROUTE_LIKE.has(root) && below.length > 1)) return true;
  return DATA_FILE.test(path) && below.length > 1 && !ROUTE.test(root);
}
