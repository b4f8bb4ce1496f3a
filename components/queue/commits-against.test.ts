import { expect, test } from "vitest";
import { ApiError } from "@/lib/client/api-error";
import type { Evidence } from "@/lib/contract/evidence";
import { commitsAgainst, commitsNamed, describeCommit } from "./commits-against";

const piece = (evidence_id: string, effect: Evidence["effect"] = "committed"): Evidence => ({
  ...{ evidence_id, effect, kind: "callback", source: "stripe", external_id: `re_${evidence_id}` },
  ...{ url: null, note: null, verdict_id: null, by: "runtime", by_id: "1", by_kind: "key" },
  ...{ observed_at: "2026-11-15T12:00:00.000000Z", received_at: "2026-11-15T12:00:00.000000Z" },
});
const named = (evidence_id: string) => {
  const { source, external_id, observed_at } = piece(evidence_id);
  return { evidence_id, source, external_id, observed_at };
};
const of = {
  evidence: [piece("a"), piece("b", "absent"), piece("c", null)],
  possible_evidence: [piece("d")],
};
const ids = (...given: Parameters<typeof commitsAgainst>) =>
  commitsAgainst(...given).map(({ evidence_id }) => evidence_id);

test("only absent stands against what says committed, attached or merely possible, and what a refusal named", () => {
  expect(ids(of, "absent", [])).toEqual(["a", "d"]);
  expect(ids(of, "absent", [named("d"), named("e")])).toEqual(["a", "d", "e"]);
  for (const verdict of ["committed", "compensated", "undeterminable", null] as const)
    expect(ids(of, verdict, [named("e")])).toEqual([]);
});

test("a refusal names what arrived; another one names nothing", () => {
  const refusal = (code: string) =>
    new ApiError(409, { code, class: "semantic", message: code, evidence: [named("e")] });
  expect(commitsNamed(refusal("evidence_says_committed"))).toEqual([named("e")]);
  expect(commitsNamed(refusal("effect_may_still_land"))).toEqual([]);
  expect(commitsNamed(new Error("offline"))).toEqual([]);
});

test("a line says where, what, when, and whether it may be of other cases", () => {
  const lines = commitsAgainst(of, "absent", []).map((one) =>
    describeCommit(one, (iso) => iso.slice(11, 16)),
  );
  expect(lines).toEqual(["stripe, re_a, 12:00", "stripe, re_d, 12:00; may belong to other cases"]);
});
