/** A stretch of a reference that the asked-for text has too, or has not. */
export type Stretch = { text: string; differs: boolean };

/** Above this the table would cost more than it tells; references hold at most 128 characters. */
const LONGEST = 128;

/**
 * The found reference cut into stretches, those marked that the asked-for one lacks or has otherwise, so that two
 * look-alikes can be told apart by eye. Case counts for nothing. By the longest common subsequence.
 */
export function markDifferences(asked: string, found: string): Stretch[] {
  const characters = [...found];
  if (characters.length > LONGEST || asked.length > LONGEST) return [{ text: found, differs: false }];
  const kept = commonPositions([...asked.toLowerCase()], [...found.toLowerCase()]);
  const stretches: Stretch[] = [];
  characters.forEach((character, index) => {
    const differs = !kept.has(index);
    const last = stretches.at(-1);
    if (last?.differs === differs) last.text += character;
    else stretches.push({ text: character, differs });
  });
  return stretches;
}

/** Positions in `b` that belong to a longest common subsequence of both. */
function commonPositions(a: readonly string[], b: readonly string[]): Set<number> {
  const lengths = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    const row = lengths[i] ?? [];
    for (let j = b.length - 1; j >= 0; j--)
      row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  const kept = new Set<number>();
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      kept.add(j);
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return kept;
}
