import { describe, expect, test } from "vitest";
import type { BulkParameters } from "./bulk";
import { type BulkActor, type BulkCase, bulkOwnerSeenBy, reasonInParticular, whyNotDone } from "./bulk-rules";
import { callerOfPerson } from "./caller";

const NOW = "2026-11-15T12:00:00.000000Z";
const SOON = "2026-11-15T12:10:00.000000Z";
const LATER = "2026-11-15T13:00:00.000000Z";
const BEFORE = "2026-11-15T11:00:00.000000Z";

const person = (parts: { roles: string[]; tenants?: string[] }) =>
  callerOfPerson({ id: "cara", name: "Cara", ...parts });
const actor: BulkActor = {
  ...{ by: { id: "ann" }, now: NOW, assignee: person({ roles: ["reconciler"] }) },
  own_keys: new Set(["key of ann"]),
};
const open: BulkCase = {
  ...{ state: "open", flags: [], key_expires_at: null, safe_after: SOON, deadline_at: SOON, verdict: null },
  ...{ tenant: "acme", environment: null, service: null, snoozed_until: null, assigned_to_id: null },
  ...{ reopened_at: null, attempts: [], escalated_at: null, opening: 1, frozen_opening: 1, commits: [] },
  ...{ claimed_by: null, claimed_by_id: null, claim_expires_at: null, frozen_proposal_id: "v1" },
};
const heldBy = (name: string, until = SOON) => ({
  ...{ claimed_by: name, claimed_by_id: name.toLowerCase(), claim_expires_at: until },
});
const standing: NonNullable<BulkCase["verdict"]> = {
  ...{ verdict_id: "v1", verdict: "committed", by: "Bob", by_id: "bob", by_kind: "person", settled_at: NOW },
  ...{ observed_at: NOW, overrules: [] },
};
const seen = (observed_at: string) => [
  { kind: "provider", external_id: "re_1", url: null, note: null, observed_at },
];
const verdict = (given: "committed" | "absent" = "committed", observed_at = NOW): BulkParameters => ({
  ...{ kind: "verdict", verdict: given, evidence: seen(observed_at) },
});
const code = (parameters: BulkParameters, parts: Partial<BulkCase> = {}, by = actor) =>
  whyNotDone(parameters, { ...open, ...parts }, by)?.code ?? null;

describe("why a case of a set is left as it is", () => {
  test("claim, snooze and verdict work on open cases that nobody else holds", () => {
    for (const parameters of [
      { kind: "claim" } as const,
      { kind: "snooze", until: SOON } as const,
      verdict(),
    ]) {
      expect(code(parameters)).toBeNull();
      expect(code(parameters, heldBy("Ann"))).toBeNull();
      expect(code(parameters, heldBy("Bob", BEFORE))).toBeNull();
      expect(code(parameters, heldBy("Bob"))).toBe("claimed_by_other");
      expect(code(parameters, { state: "settled", verdict: standing })).toBe("already_settled");
      expect(code(parameters, { state: "awaiting_second", verdict: standing })).toBe("awaiting_second");
    }
  });

  test("a case that was reopened since it was chosen is another matter", () => {
    for (const parameters of [{ kind: "claim" } as const, { kind: "note", text: "x" } as const, verdict()])
      expect(code(parameters, { opening: 2 })).toBe("case_moved_on");
    expect(code(verdict(), { opening: 2, frozen_opening: 2 })).toBeNull();
  });

  test("no verdict goes to what contradicts itself or was escalated, and no absence over a commit", () => {
    for (const given of [verdict(), verdict("absent", LATER)]) {
      expect(code(given, { flags: ["contradicted"] })).toBe("contradicted");
      expect(code(given, { escalated_at: BEFORE })).toBe("escalated");
    }
    const commits = [{ evidence_id: "e", source: "bank", external_id: null, observed_at: BEFORE }];
    expect(code(verdict("absent", LATER), { commits })).toBe("evidence_says_committed");
    expect(code(verdict(), { commits })).toBeNull();
    expect(code({ kind: "claim" }, { commits, escalated_at: BEFORE, flags: ["contradicted"] })).toBeNull();
  });

  test("agreed is to the proposal that was seen, of somebody else, by the rules of one agreement", () => {
    const AGREE = { kind: "agree" } as const;
    const waits = (parts: Partial<NonNullable<BulkCase["verdict"]>> = {}, more: Partial<BulkCase> = {}) =>
      code(AGREE, {
        state: "awaiting_second",
        verdict: { ...standing, settled_at: null, ...parts },
        ...more,
      });
    expect(waits()).toBeNull();
    expect(code(AGREE)).toBe("proposal_not_current");
    expect(code(AGREE, { state: "settled", verdict: standing })).toBe("already_settled");
    expect(waits({ verdict_id: "v2" })).toBe("case_moved_on");
    expect(waits({ by_id: "ann" })).toBe("second_person_required");
    expect(waits({ by_id: "key of ann", by_kind: "key" })).toBe("second_person_required");
    expect(waits({}, { flags: ["key_reused"] })).toBe("key_reused");
    expect(waits({}, { escalated_at: BEFORE })).toBe("escalated");
    expect(waits({ verdict: "absent" })).toBe("effect_may_still_land");
    expect(waits({ verdict: "absent" }, { key_expires_at: LATER })).toBeNull();
    const commits = [{ evidence_id: "e", source: "bank", external_id: null, observed_at: BEFORE }];
    const late = { verdict: "absent", observed_at: LATER } as const;
    expect(waits(late, { commits })).toBe("evidence_says_committed");
    expect(waits({ ...late, overrules: ["e"] }, { commits })).toBeNull();
    expect(waits({}, { commits })).toBeNull();
  });

  test("a note goes to any case", () => {
    expect(code({ kind: "note", text: "x" }, { state: "settled", verdict: standing })).toBeNull();
  });

  test("release: one's own, live or not", () => {
    const release = { kind: "release" } as const;
    expect(code(release, heldBy("Ann", BEFORE))).toBeNull();
    expect(code(release, heldBy("Bob"))).toBe("claimed_by_other");
    expect(code(release, heldBy("Bob", BEFORE))).toBe("not_claimed");
    expect(code(release)).toBe("not_claimed");
  });

  test.each(["key_reused", "possible_duplicate", "unreadable"] as const)(
    "a verdict for many leaves %s to a look of its own",
    (flag) => {
      expect(code(verdict(), { flags: ["no_key", flag] })).toBe(flag);
      expect(code({ kind: "claim" }, { flags: [flag] })).toBeNull();
    },
  );

  test("absent: the evidence was seen once nothing could land, or the key protects a repeat", () => {
    expect(code(verdict("absent"))).toBe("effect_may_still_land");
    expect(code(verdict("absent"), { safe_after: NOW })).toBeNull();
    expect(code(verdict("absent"), { key_expires_at: LATER })).toBeNull();
    expect(code(verdict("absent"), { key_expires_at: BEFORE })).toBe("effect_may_still_land");
    const why = whyNotDone(verdict("absent"), open, actor);
    expect(why && reasonInParticular(why)).toContain(`Permitted from ${SOON}`);
  });

  test("no verdict speaks against what was found of a single attempt", () => {
    const found = { attempt_id: 1, effect: "unknown", found: "committed", found_at: NOW } as const;
    const parts = { attempts: [found], key_expires_at: LATER };
    expect(code(verdict("absent"), parts)).toBe("verdict_contradicts_attempts");
    expect(code(verdict("committed"), parts)).toBeNull();
  });

  test("snooze: not past the deadline, not into the past, not what sleeps until then", () => {
    expect(code({ kind: "snooze", until: LATER })).toBe("snooze_past_deadline");
    expect(code({ kind: "snooze", until: NOW })).toBe("snooze_in_past");
    expect(code({ kind: "snooze", until: SOON }, { snoozed_until: SOON })).toBe("already_snoozed");
  });

  test("assign: to who may work on it and sees it", () => {
    const assign = { kind: "assign", person_id: "cara" } as const;
    expect(code(assign)).toBeNull();
    expect(code(assign, heldBy("Bob"))).toBeNull();
    expect(code(assign, { assigned_to_id: "cara" })).toBe("already_assigned");
    expect(code(assign, { state: "settled", verdict: standing })).toBe("already_settled");
    const confined = { ...actor, assignee: person({ roles: ["reconciler"], tenants: ["globex"] }) };
    expect(code(assign, {}, confined)).toBe("cannot_be_assigned");
    expect(code(assign, {}, { ...actor, assignee: person({ roles: ["support"] }) })).toBe(
      "cannot_be_assigned",
    );
    expect(code(assign, {}, { ...actor, assignee: null })).toBe("cannot_be_assigned");
    const nobody = { kind: "assign", person_id: null } as const;
    expect(code(nobody)).toBe("not_assigned");
    expect(code(nobody, { assigned_to_id: "cara" })).toBeNull();
  });
});

test("one sees one's own actions, an unconfined admin everybody's", () => {
  expect(bulkOwnerSeenBy(person({ roles: ["reconciler"] }))).toMatchObject({ kind: "person", id: "cara" });
  expect(bulkOwnerSeenBy(person({ roles: ["admin"], tenants: ["acme"] }))).toMatchObject({ id: "cara" });
  expect(bulkOwnerSeenBy(person({ roles: ["admin"] }))).toBeNull();
});
