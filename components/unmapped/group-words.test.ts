import { describe, expect, it } from "vitest";
import type { WorklistGroup } from "@/lib/contract/unmapped";
import { describeGroup, isGone, loudFirst, unsafeness } from "./group-words";

const group = (parts: Partial<WorklistGroup> = {}): WorklistGroup => ({
  ...{ group_id: "1", kind: "frames", tool: "pay", writes: true, code: null, shape: null, language: null },
  ...{ exception_type: "KeyError", top_frame: "charge (pay.py)", events: 3, classes: [], share: 0.3 },
  ...{ unsafe: 0, points: [], first_seen_at: null, last_seen_at: null, mark: null, returned: null },
  ...{ example_reference: null, example_event_id: null },
  ...parts,
});

describe("what a group is called", () => {
  it("names exception and frame to who may see them, and says that they exist to who may not", () => {
    expect(describeGroup(group())).toEqual({ what: "KeyError", where: "charge (pay.py)" });
    expect(describeGroup(group({ exception_type: null, top_frame: null })).where).toContain("engineers");
  });
  it("says what came in the place of a code, never its wording", () => {
    expect(describeGroup(group({ kind: "malformed", shape: "number" })).what).toBe(
      "a number in the place of a code",
    );
  });
});

it("is unsafe where the tool writes, and perhaps where nobody said so", () => {
  expect(unsafeness(group({ unsafe: 2 }))).toBe("yes");
  expect(unsafeness(group({ unsafe: 2, writes: null }))).toBe("maybe");
  expect(unsafeness(group({ unsafe: 2, writes: false }))).toBe("no");
  expect(unsafeness(group())).toBe("no");
});

it("is gone after seven days without it", () => {
  const seen = group({ last_seen_at: "2026-11-10T00:00:00.000000Z" });
  expect(isGone(seen, Date.parse("2026-11-16T23:59:59Z"))).toBe(false);
  expect(isGone(seen, Date.parse("2026-11-17T00:00:01Z"))).toBe(true);
});

it("puts what came back first and leaves the rest in its order", () => {
  const back = group({ group_id: "3", returned: { at: "2026-11-01T00:00:00.000000Z", release: null } });
  const order = loudFirst([group(), group({ group_id: "2" }), back]).map(({ group_id }) => group_id);
  expect(order).toEqual(["3", "1", "2"]);
});
