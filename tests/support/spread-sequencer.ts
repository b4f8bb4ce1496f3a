import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files with a browser or servers of their own: the longest, and the most work for the machine. */
const HEAVY = /\/tests\/(?:browser|process)\//;

/** What is not of this project needs no database and is short: it fills the end, when the last long files run. */
const FIRST = "world";

/**
 * Spreads the heavy files among the others of their project, so that they seldom run together and never end the run.
 * Projects stay in one piece: a process is kept only for a next file of the same project, and another imports all anew.
 */
export class SpreadSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const first = sorted.filter(({ project }) => project.name === FIRST);
    return [...spread(first), ...sorted.filter(({ project }) => project.name !== FIRST)];
  }
}

function spread(files: readonly TestSpecification[]): TestSpecification[] {
  const heavy = files.filter(({ moduleId }) => HEAVY.test(moduleId));
  const light = files.filter(({ moduleId }) => !HEAVY.test(moduleId));
  const between = Math.floor(light.length / Math.max(1, heavy.length));
  const mixed = heavy.flatMap((file, index) => [
    file,
    ...light.slice(index * between, (index + 1) * between),
  ]);
  return [...mixed, ...light.slice(heavy.length * between)];
}
