import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files with a browser or servers of their own: the longest, and the most work for the machine. */
const HEAVY = /\/tests\/(?:browser|process)\//;

/** The part of the order that the heavy files are spread over: what is left at its end is short. */
const SPREAD_OVER = 0.8;

/** Spreads the heavy files among the others, so that they seldom run two at a time and never end the run. */
export class SpreadSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const heavy = sorted.filter(({ moduleId }) => HEAVY.test(moduleId));
    const light = sorted.filter(({ moduleId }) => !HEAVY.test(moduleId));
    const between = Math.floor((light.length * SPREAD_OVER) / Math.max(1, heavy.length));
    const spread = heavy.flatMap((file, index) => [
      file,
      ...light.slice(index * between, (index + 1) * between),
    ]);
    return [...spread, ...light.slice(heavy.length * between)];
  }
}
