/** How long work may go on before others get a turn, in ms. */
const SLICE_MS = 10;

/** Who waits for a turn, one behind the other: of all who work in slices one works between two looks at the sockets. */
let lastTurn: Promise<void> = Promise.resolve();

function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => new Promise((resolve) => setImmediate(resolve)));
  return lastTurn;
}

/** For work in slices: null while the slice lasts, then what is to be awaited before the work goes on. */
export function slicing(): () => Promise<void> | null {
  let began = performance.now();
  return () => {
    if (performance.now() - began < SLICE_MS) return null;
    return nextTurn().then(() => {
      began = performance.now();
    });
  };
}

/**
 * The items, each changed, in their order. Work that goes on for longer than a slice gives way, so that a request with
 * thousands of items does not make everybody else wait for all of them.
 */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  change: (item: Item, index: number) => Result | Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const sliceEnd = slicing();
  for (const [index, item] of items.entries()) {
    const turn = sliceEnd();
    if (turn !== null) await turn;
    const result = change(item, index);
    results.push(result instanceof Promise ? await result : result);
  }
  // What follows is long as well where this was.
  const turn = sliceEnd();
  if (turn !== null) await turn;
  return results;
}
