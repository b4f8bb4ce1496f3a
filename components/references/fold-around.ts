/** As many as are shown at first; a report holds up to 200 attempts. */
export const FOLD_MOST = 20;

/** Fewer than so many more are not worth a click. */
const FOLD_LEAST = 3;

type Window = { from: number; to: number };

/**
 * Which of a long list to show at first: `most` of them around the one it is about, which is one of them, or all
 * where folding would hide no more than a few. The list's ends leave no room unused.
 */
export function foldAround(count: number, about: number, most = FOLD_MOST): Window {
  if (count <= most + FOLD_LEAST) return { from: 0, to: count };
  const from = Math.min(Math.max(0, about - most / 2), count - most);
  return { from, to: from + most };
}
