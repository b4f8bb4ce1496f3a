/** A code on a tool. */
export type Pair = { tool: string; code: string };
