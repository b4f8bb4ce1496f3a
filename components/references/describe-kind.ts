import type { FramesKind } from "@/lib/contract/frames-read";

/** "Seen in 12 failures of 2 tools, in 3 releases". */
export function describeKind({ failures, tools, releases, more }: FramesKind): string {
  if (failures <= 1 && !more) return "Seen in this failure only";
  const parts = [`Seen in ${more ? "at least " : ""}${count(failures, "failure")}`];
  // A producer may name neither; then nothing is known of them.
  if (tools > 0) parts.push(` of ${count(tools, "tool")}`);
  if (releases > 0) parts.push(`, in ${count(releases, "release")}`);
  return parts.join("");
}

function count(amount: number, noun: string): string {
  return `${amount.toLocaleString("en-US")} ${noun}${amount === 1 ? "" : "s"}`;
}
