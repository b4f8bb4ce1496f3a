/** What may not stand in a text that a caller gets: it is for the log (DESIGN "Why it exists"). */
export const LEAK_KINDS = ["trace", "path", "sql", "secret_url", "email_address"] as const;
export type LeakKind = (typeof LEAK_KINDS)[number];
