import { expect, test } from "vitest";
import { ApiError } from "@/lib/client/api-error";
import { describeRefusal } from "./describe-refusal";

const refused = (status: number, code: string, details: Record<string, unknown> = {}) =>
  describeRefusal(new ApiError(status, { code, class: "semantic", message: "No.", ...details }), (iso) =>
    iso.slice(11, 16),
  );

test("another's claim names who and until when", () => {
  const { title, text } = refused(409, "claimed_by_other", {
    claimed_by: "Ana",
    claim_expires_at: "2026-11-15T12:07:00.000000Z",
  });
  expect(`${title}: ${text}`).toBe(
    "Ana holds this case: Their claim lasts until 12:07, unless they renew it.",
  );
});

test("an ended claim says that nothing was sent and that the text is kept", () => {
  const { text, next } = refused(409, "claim_expired", { claim_expires_at: "2026-11-15T12:07:00.000000Z" });
  expect(text).toBe("It ended at 12:07. Nothing was sent, and nothing changed.");
  expect(next).toContain("kept");
});

test("who was signed out learns that the text is kept, and where to sign in beside it", () => {
  const { text, next, link } = refused(401, "unauthenticated");
  expect(`${text} ${next}`).not.toContain("No.");
  expect(next).toContain("kept");
  expect(link?.href).toBe("/sign-in");
});

test("an absence seen too early names the time from which it is safe", () => {
  const { next } = refused(409, "effect_may_still_land", { permitted_from: "2026-11-15T12:10:00.000000Z" });
  expect(next).toBe("Look again at 12:10 or later, and give what you see then.");
});

test.each([
  ["no answer", 0],
  ["a failed server", 503],
])("after %s, sending again is said to be safe", (_, status) => {
  expect(refused(status, "unreachable").next).toContain("counts once");
});

test("anything else keeps the words of the answer", () => {
  expect(refused(422, "evidence_required", { hint: "Say what was seen." })).toMatchObject({
    text: "No.",
    next: "Say what was seen.",
    code: "evidence_required",
  });
});
