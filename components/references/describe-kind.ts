import type { FramesKind } from "@/lib/contract/frames-read";
import { countWords } from "./count-words";

/** "Seen in 12 failures of 2 tools, in 3 releases". */
export function describeKind({ failures, tools, releases, more }: FramesKind): string {
  if (failures <= 1 && !more) return "Seen in this failure only";
  const parts = [`Seen in ${more ? "at least " : ""}${countWords(failures, "failure")}`];
  // A producer may name neither; then nothing is known of them.
  if (tools > 0) parts.push(` of ${countWords(tools, "tool")}`);
  if (releases > 0) parts.push(`, in ${countWords(releases, "release")}`);
  return parts.join("");
}
