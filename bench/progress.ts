/** Tells what is done and how long it took: a fill of ten million takes minutes, and somebody waits. */
export async function told<T>(what: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const answer = await work();
  console.log(`${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return answer;
}

/** Does each of them, so many at once. */
export async function severalAtOnce<T>(
  items: readonly T[],
  at_once: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = items.values();
  await Promise.all(
    Array.from({ length: at_once }, async () => {
      for (const item of left) await work(item);
    }),
  );
}
