/** Latencies in milliseconds, with what a table of them needs. */
export type Sample = { name: string; operations: number; seconds: number; latencies: number[] };

/** Ours against the raw limit, in the same run. */
export type Comparison = { what: string; ours: Sample; raw: Sample; better: "rate" | "latency" | "none" };

/** Runs `operation` so many times over `connections` loops at once; each answers how many units it did. */
export async function measure(
  name: string,
  connections: number,
  times: number,
  operation: (index: number) => Promise<number>,
): Promise<Sample> {
  const latencies: number[] = [];
  let next = 0;
  let operations = 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (next < times) {
        const index = next;
        next += 1;
        const began = performance.now();
        const done = await operation(index);
        operations += done;
        latencies.push(performance.now() - began);
      }
    }),
  );
  return { name, operations, seconds: (performance.now() - start) / 1000, latencies };
}

/** The nearest-rank percentile of the latencies, in milliseconds. */
export function percentile(sample: Sample, share: number): number {
  const sorted = [...sample.latencies].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

/** Operations per second. */
export function rate(sample: Sample): number {
  return sample.operations / sample.seconds;
}
