import { HIDDEN } from "./scrub-text";

/** Shorter pieces of a secret are anybody's. */
const PIECE = 8;

/**
 * The text without secrets of ours that somebody outside echoed: in the forms in which they may come back (encoded for
 * an address, JSON, HTML, base64, hexadecimal), and also in part, from eight characters on, for what cut or masked
 * them did so anywhere. Goes before every cut: half a secret is found by its pieces only while it is long enough.
 */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  const forms = secrets.filter((secret) => secret !== "").flatMap(formsOf);
  if (forms.length === 0) return text;
  const short = forms.filter((form) => form.length < PIECE);
  const hidden = hidePieces(text, piecesOf(forms));
  return short.reduce((rest, form) => rest.replaceAll(form, HIDDEN), hidden);
}

function piecesOf(forms: readonly string[]): ReadonlySet<string> {
  const pieces = new Set<string>();
  for (const form of forms)
    for (let at = 0; at + PIECE <= form.length; at += 1) pieces.add(form.slice(at, at + PIECE));
  return pieces;
}

function hidePieces(text: string, pieces: ReadonlySet<string>): string {
  if (pieces.size === 0) return text;
  let kept = "";
  let from = 0;
  for (let at = 0; at + PIECE <= text.length; at += 1) {
    if (!pieces.has(text.slice(at, at + PIECE))) continue;
    let end = at + PIECE;
    while (end < text.length && pieces.has(text.slice(end + 1 - PIECE, end + 1))) end += 1;
    kept += text.slice(from, at) + HIDDEN;
    from = end;
    at = end - 1;
  }
  return kept + text.slice(from);
}

/** Secrets are plain ASCII: `lib/contract/probes.ts` sees to it, and webhooks' are made so. */
function formsOf(secret: string): string[] {
  const escaped = (write: (code: number) => string) =>
    secret.replace(/[^A-Za-z0-9_.~-]/g, (sign) => write(sign.charCodeAt(0)));
  const hex = (code: number) => code.toString(16).padStart(2, "0");
  const json = JSON.stringify(secret).slice(1, -1);
  const hexadecimal = [...secret].map((sign) => hex(sign.charCodeAt(0))).join("");
  const forms = [
    ...[secret, json, json.replaceAll("/", "\\/"), encodeURIComponent(secret)],
    ...[escaped((code) => `%${hex(code)}`), escaped((code) => `%${hex(code).toUpperCase()}`)],
    ...[escaped((code) => `\\u00${hex(code)}`), escaped((code) => `\\u00${hex(code).toUpperCase()}`)],
    ...[escaped((code) => `&#${code};`), escaped((code) => `&#x${hex(code)};`), htmlOf(secret)],
    ...[hexadecimal, hexadecimal.toUpperCase()],
    ...["", "?", "??"].flatMap((before) => base64Of(before, secret)),
  ];
  return [...new Set(forms)].sort((one, other) => other.length - one.length);
}

function htmlOf(secret: string): string {
  const names: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return secret.replace(/[&<>"]/g, (sign) => names[sign] ?? sign);
}

/** What is sure of it in base64, where something so long stands before it and anything after. */
function base64Of(before: string, secret: string): string[] {
  const sure = btoa(before + secret).slice(
    Math.ceil((before.length * 8) / 6),
    Math.floor(((before.length + secret.length) * 8) / 6),
  );
  return [sure, sure.replaceAll("+", "-").replaceAll("/", "_"), encodeURIComponent(sure)];
}
