import { expect, it } from "vitest";
import type { RegisteredCode } from "@/lib/contract/codes";
import type { SilenceItem } from "@/lib/contract/silences";
import { codesOfView, isSilent, silencesByCode } from "./code-words";

const code = (name: string, parts: Partial<RegisteredCode> = {}): RegisteredCode => ({
  ...{ code: name, unmapped: false, events: 4, share: 0.1, points: [], classes: [], tools: [], drifts: [] },
  ...{ retry: { yes: 0, no: 0, not_reported: 4 }, is_new: false, came_back: false },
  effects: { absent: 0, committed: 0, unknown: 0, not_reported: 4 },
  saying: { lacking: 0, share: 0, lacks: [], example_reference: null, example_event_id: null },
  ...{ first_seen_at: null, last_seen_at: null, retired_at: null, retired_by: null },
  ...parts,
});
const silence = (of: string, state: SilenceItem["state"]) => ({ code: of, state }) as SilenceItem;
const names = (codes: readonly RegisteredCode[]) => codes.map((one) => one.code);

it("shows what most asks for a look of several silences of one code", () => {
  const silences = silencesByCode([silence("a", "fixed"), silence("a", "hidden"), silence("a", "returned")]);
  expect(silences.get("a")?.state).toBe("hidden");
});

it("expects a retired code to be silent", () => {
  expect(isSilent(code("a"), silence("a", "hidden"))).toBe(true);
  expect(isSilent(code("a"), silence("a", "returned"))).toBe(false);
  expect(isSilent(code("a", { retired_at: "2026-11-01T00:00:00.000000Z" }), silence("a", "hidden"))).toBe(
    false,
  );
});

it("puts first what says least, by its share", () => {
  const saying = (lacking: number, share: number) => ({ saying: { ...code("x").saying, lacking, share } });
  const codes = [code("a", saying(9, 0.1)), code("b", saying(2, 1)), code("c")];
  expect(names(codesOfView(codes, "less", new Map()))).toEqual(["b", "a"]);
});

it("shows of each view what belongs to it", () => {
  const codes = [code("a", { drifts: ["class"] }), code("b", { is_new: true }), code("c")];
  expect(names(codesOfView(codes, "drift", new Map()))).toEqual(["a"]);
  expect(names(codesOfView(codes, "new", new Map()))).toEqual(["b"]);
  expect(names(codesOfView(codes, "all", new Map()))).toEqual(["a", "b", "c"]);
  expect(names(codesOfView(codes, "silent", silencesByCode([silence("c", "fixed")])))).toEqual(["c"]);
});
