import { describe, expect, it } from "vitest";
import { toRateSeries, totalsOf } from "./rate-series";

const STARTS = ["t0", "t1", "t2"];

describe("series of failures", () => {
  it("are dense, zeros included, most failures first", () => {
    const series = toRateSeries(
      [
        { key: "rare", bucket: 1, failures: 1, unmapped: 0 },
        { key: "often", bucket: 0, failures: 2, unmapped: 2 },
        { key: "often", bucket: 2, failures: 3, unmapped: 0 },
      ],
      STARTS,
      true,
    );
    expect(series).toEqual([
      { key: "often", failures: 5, unmapped: 2, points: [["t0", 2, 2], ["t1", 0, 0], ["t2", 3, 0]] },
      { key: "rare", failures: 1, unmapped: 0, points: [["t0", 0, 0], ["t1", 1, 0], ["t2", 0, 0]] },
    ]); // biome-ignore format: a table
    expect(totalsOf(series)).toEqual({ failures: 6, unmapped: 2, unmapped_share: 2 / 6 });
  });

  it("without grouping there is one, also when nothing failed, and its share is undefined", () => {
    const series = toRateSeries([], STARTS, false);
    expect(series).toHaveLength(1);
    expect(series[0]?.points).toHaveLength(3);
    expect(totalsOf(series).unmapped_share).toBeNull();
  });

  it("an effect that was not reported is a series of its own, apart from unknown and last among equals", () => {
    const cells = [null, "unknown"].map((key) => ({ key, bucket: 0, failures: 1, unmapped: 0 }));
    expect(toRateSeries(cells, STARTS, true).map(({ key }) => key)).toEqual(["unknown", null]);
  });
});
