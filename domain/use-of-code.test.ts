import { expect, it } from "vitest";
import { type CountedUse, useOfCode } from "./use-of-code";

const use = (parts: Partial<CountedUse> = {}): CountedUse => ({
  ...{
    tool: "pay",
    class: "validation",
    unmapped: false,
    writes: true,
    events: 4,
    retry_yes: 0,
    retry_no: 4,
  },
  ...{ effect_absent: 3, effect_committed: 0, effect_unknown: 0, lacks_message: 0, lacks_field: 0 },
  ...{ lacks_correction: 2, lacks_retry_after: 0, lacks_effect: 1, lacking: 3, lacking_in_reading: 2 },
  ...{ example_reference: "err_1", example_event_id: "1" },
  ...parts,
});

it("adds tools and classes up, and leaves nothing out", () => {
  const { events, classes, tools, effects, retry } = useOfCode([
    use(),
    use({ tool: "refund", class: "system" }),
  ]);
  expect([events, classes, tools.map(({ tool }) => tool)]).toEqual([
    8,
    [
      { class: "system", events: 4 },
      { class: "validation", events: 4 },
    ],
    ["pay", "refund"],
  ]);
  expect(effects).toEqual({ absent: 6, committed: 0, unknown: 0, not_reported: 2 });
  expect(retry).toEqual({ yes: 0, no: 8, not_reported: 0 });
});

it("says what is missing, most often first, with an example", () => {
  const { saying } = useOfCode([use()]);
  expect(saying).toEqual({
    ...{ lacking: 3, share: 0.75, example_reference: "err_1", example_event_id: "1" },
    lacks: [
      { field: "permitted or hint", events: 2 },
      { field: "effect", events: 1 },
    ],
  });
});

it("asks no effect of a tool that only reads, and of one that nobody declared it does", () => {
  expect(useOfCode([use({ writes: false })]).saying).toMatchObject({ lacking: 2, share: 0.5 });
  expect(useOfCode([use({ writes: null })]).saying.lacking).toBe(3);
  const full = use({ lacks_correction: 0, lacking: 1, lacking_in_reading: 0, writes: false });
  expect(useOfCode([full]).saying).toMatchObject({ lacking: 0, lacks: [], example_reference: null });
});

it("has no share where there is nothing", () => {
  expect(useOfCode([]).saying.share).toBeNull();
});

it("finds drift between tools", () => {
  expect(useOfCode([use(), use({ tool: "b", retry_yes: 1, retry_no: 0 })]).drifts).toEqual(["retry"]);
});
