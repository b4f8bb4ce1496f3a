import { Time } from "./time";

/**
 * Which whole hours were counted. The chosen range is widened to them, and charts to steps of their own: without these
 * words two totals of one page would seem to contradict each other.
 */
export function CountedHours({ from, to }: { from: string; to: string }) {
  return (
    <>
      Counted in whole hours, from <Time iso={from} display="absolute" seconds={false} /> to{" "}
      <Time iso={to} display="absolute" seconds={false} />.
    </>
  );
}
