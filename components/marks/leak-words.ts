import type { LeakKind } from "@/domain/leak-kinds";

/** Each kind in a word, and what mends it at the tool's boundary. */
export const LEAK_WORDS: Record<LeakKind, { label: string; mend: string }> = {
  trace: {
    label: "Stack trace",
    mend: "Say the code and the correction; send the trace to the frames door.",
  },
  path: { label: "File path", mend: "Name the thing, not the file that holds it." },
  sql: { label: "SQL", mend: "Map the database's error to a code of yours; its words belong to the log." },
  secret_url: { label: "Secret in a URL", mend: "Leave credentials out of addresses, and rotate this one." },
  email_address: { label: "E-mail address", mend: "Say whose it is by an id that the caller sent." },
};
