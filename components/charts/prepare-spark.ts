export type SparkBar = {
  /** Left edge and width, of the whole, 0 to 1 */
  x: number;
  width: number;
  /** Heights of the highest bar, 0 to 1: what was taken, and on top of it what was not */
  taken: number;
  refused: number;
};

/** More bars than this cannot be told apart in a row of a table. */
const BARS_MAX = 48;

/** Small bars of two parts, neighbours gathered until they fit; something is never drawn as nothing. */
export function prepareSpark(
  points: readonly (readonly [taken: number, refused: number])[],
): readonly SparkBar[] {
  const size = Math.ceil(points.length / BARS_MAX);
  const groups = Array.from({ length: Math.ceil(points.length / Math.max(1, size)) }, (_, index) =>
    points.slice(index * size, (index + 1) * size),
  ).map((group) => ({
    taken: group.reduce((sum, [taken]) => sum + taken, 0),
    refused: group.reduce((sum, [, refused]) => sum + refused, 0),
  }));
  const highest = Math.max(1, ...groups.map(({ taken, refused }) => taken + refused));
  const heightOf = (items: number) => (items === 0 ? 0 : Math.max(0.08, items / highest));
  return groups.map(({ taken, refused }, index) => ({
    x: index / groups.length,
    width: 1 / groups.length,
    taken: heightOf(taken),
    refused: heightOf(refused),
  }));
}
