import { expect, test } from "vitest";
import { alertDefinition } from "@/lib/contract/alerts";
import { type AlertDraft, alertDraft, prefilled } from "./alert-draft";
import { readDraft } from "./read-draft";

const PLACE = { tool: "refund", service: null, environment: "production", tenant: null };
const HOLDS = { for_minutes: 5, resolve_after_minutes: 90 };

const draft = (change: Partial<AlertDraft> = {}): AlertDraft => ({ ...alertDraft(null), ...change });
const faultsOf = (change: Partial<AlertDraft>) => Object.keys(readDraft(draft(change)).faults ?? {});

test.each([
  { kind: "unmapped_share", above: 0.07, window_minutes: 15, min_failures: 20 },
  { kind: "rate", code: "card_declined", class: null, above: 0.5, per: "minute", window_minutes: 90 },
  { kind: "rate", code: null, class: "transient", above: 100, per: "hour", window_minutes: 1_440 },
  { kind: "silence", code: null, states: ["hidden"] },
  { kind: "leak", leak_kinds: null, window_minutes: 60 },
  { kind: "leak", leak_kinds: ["sql"], window_minutes: 60 },
  { kind: "cases_due", within_minutes: 0, above: 3 },
])("the form of %j, left as it is, is that alert again", (condition) => {
  const definition = alertDefinition.parse({ condition, ...PLACE, ...HOLDS });
  const { definition: read } = readDraft(alertDraft({ ...definition, name: "x" }));
  expect(read).toEqual(definition);
});

test("a new form can be sent as it stands, whatever is watched, once the code is named", () => {
  expect(readDraft(draft()).faults).toBeNull();
  for (const kind of ["silence", "leak", "cases_due"] as const) expect(faultsOf({ kind })).toEqual([]);
  expect(faultsOf({ kind: "rate" })).toEqual(["code"]);
  expect(faultsOf({ kind: "rate", code: "card_declined" })).toEqual([]);
});

test.each<[Partial<AlertDraft>, string]>([
  [{ share: "" }, "share"],
  [{ share: "100" }, "share"],
  [{ share: "-1" }, "share"],
  [{ share: "a lot" }, "share"],
  [{ window: "" }, "window"],
  [{ window: "0" }, "window"],
  [{ window: "25 h" }, "window"],
  [{ window: "90 s" }, "window"],
  [{ min_failures: "0" }, "min_failures"],
  [{ min_failures: "2.5" }, "min_failures"],
  [{ fires_after: "soon" }, "fires_after"],
  [{ resolves_after: "2 d" }, "resolves_after"],
  [{ kind: "silence", silences: [] }, "silences"],
  [{ kind: "leak", leaks: [] }, "leaks"],
  [{ kind: "cases_due", cases: "few" }, "cases"],
])("%j is refused at the field %s", (change, field) => {
  expect(faultsOf(change)).toEqual([field]);
});

test("whatever the form lets through, the door takes", () => {
  const edges: Partial<AlertDraft>[] = [
    { share: "0", window: "1 min", min_failures: "1" },
    { share: "99,99", window: "24 h", min_failures: "1000000", fires_after: "0", resolves_after: "24 h" },
    { kind: "rate", code: "x", rate: "1000000", per: "hour" },
    { kind: "cases_due", due: "14 d", cases: "1000000" },
    { kind: "cases_due", due: "0", cases: "0" },
  ];
  for (const edge of edges) {
    const { definition, faults } = readDraft(draft(edge));
    expect(faults).toBeNull();
    expect(alertDefinition.safeParse(definition).error).toBeUndefined();
  }
});

test("a code that somebody comes from is watched by its rate, or for falling silent", () => {
  const from = { code: "card_declined", tool: "refund", service: null };
  expect(readDraft(prefilled({ kind: null, ...from })).definition).toMatchObject({
    condition: { kind: "rate", code: "card_declined" },
    tool: "refund",
  });
  expect(readDraft(prefilled({ kind: "silence", ...from })).definition).toMatchObject({
    condition: { kind: "silence", code: "card_declined" },
  });
});
