/** The nouns of the API in the order one meets them, each with what it is. A path's first segment is its noun. */
export const NOUNS: Readonly<Record<string, string>> = {
  events: "Reports of failed tool calls, and the rows behind every number.",
  frames: "Exceptions, stack frames and arguments, kept for engineers.",
  calls: "How many calls were made, failed or not.",
  recoveries: "How many attempts it took.",
  releases: "Markers for the time axis.",
  verdicts: "What a waiting runtime reads and acknowledges.",
  evidence: "What machines saw outside.",
  references: "What a quoted reference means.",
  mcp: "The support seat for assistants: tools by the Model Context Protocol.",
  rates: "Failures and the unmapped share over time.",
  unmapped: "What to map next, and how many groups are left.",
  recovery: "How many attempts it takes to get over a failure, and whether it takes fewer than before.",
  "next-moves": "What came next in the run after a failure.",
  codes: "The registry of codes, which fills itself.",
  silences: "Codes that have gone silent by their own rhythm, and why.",
  "failure-rates": "Failures against calls over time.",
  facets: "The values that filters can take.",
  cases: "The exception queue: one case per intended effect that nobody knows the fate of.",
  "bulk-actions": "One thing done to a frozen set of cases.",
  notices: "What a person is told.",
  "saved-views": "Views of pages that people keep.",
  tools: "What is known about a tool, and how its outside system is asked.",
  webhooks: "Who is told of cases, and how that went.",
  audit: "What was done, by whom.",
  keys: "Keys for machines.",
  sources: "Producers of events.",
  people: "Who may sign in.",
  profile: "What people decide about themselves.",
  session: "Who the caller is.",
  intake: "What came in, and what became of it.",
  quarantine: "What was rejected, and why.",
  replays: "Quarantined items, mended and sent again.",
  settings: "The installation.",
  welcome: "One-time links.",
  live: "A stream that says that something changed.",
  openapi: "This document.",
};

/** `/api/v1/events.csv` → `events` */
export function nounOf(path: string): string {
  return path.replace("/api/v1/", "").split(/[/.]/, 1)[0] ?? "";
}
