import { setFlagsFromString } from "node:v8";

/**
 * How much the heap may grow, in percent of what lives, before it is collected; 0: as V8 thinks, which on a machine
 * with memory to spare is twice and more. V8 reads it anew after each collection.
 */
export function limitHeapGrowth(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}
