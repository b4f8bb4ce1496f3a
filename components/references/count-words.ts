/** `1 failure`, `3,220 runs`. */
export function countWords(amount: number, noun: string): string {
  return `${amount.toLocaleString("en-US")} ${noun}${amount === 1 ? "" : "s"}`;
}
