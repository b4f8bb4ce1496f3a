/** What was noticed of a frames record at ingest, in a sentence each. */
const WORDS: Readonly<Record<string, string>> = {
  cut: "It was longer than what is kept: its middle is cut out, and what is missing is marked.",
  scrubbed: "A secret was found in it and taken out before it was stored.",
  sanitized: "Characters that no database keeps were replaced by �.",
  unreadable: "What is stored cannot be opened any more; its neighbours can.",
};

export function markInWords(mark: string): string {
  return WORDS[mark] ?? mark;
}
