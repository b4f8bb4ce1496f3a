import { describe, expect, it } from "vitest";
import { EFFECTS } from "./effect";
import { EVENT_CLASSES } from "./event-class";
import { sayToUser, type ToSay } from "./say-to-user";
import { VERDICTS } from "./verdict";

const failure: ToSay = {
  reference: "err_7c1f9a",
  class: "transient",
  effect: null,
  user_message: null,
  read_only: false,
  case: null,
};

describe("what support may say", () => {
  it.each(EVENT_CLASSES)("a %s failure is one sentence with the reference in it", (errorClass) => {
    const { sentence } = sayToUser({ ...failure, class: errorClass });
    expect(sentence).toContain("err_7c1f9a");
    expect(sentence).toMatch(/^[A-Z].*\.$/);
  });

  it("repeats what the user was told, and adds the reference where it is missing", () => {
    const told = (user_message: string) => sayToUser({ ...failure, user_message }).sentence;
    expect(told("Your refund failed. Reference err_7c1f9a.")).toBe(
      "Your refund failed. Reference err_7c1f9a.",
    );
    expect(told("Your refund failed")).toBe("Your refund failed. (Reference err_7c1f9a.)");
    expect(told("  ")).toContain("did not answer");
  });

  it("does not say again what leaked into what the user was told", () => {
    const user_message = "cannot read /srv/app/pay.yml";
    expect(sayToUser({ ...failure, user_message }).sentence).toBe(
      "cannot read [path]. (Reference err_7c1f9a.)",
    );
  });

  it("an unknown effect promises nothing but an answer, and forbids a repeat, whatever the class", () => {
    for (const errorClass of EVENT_CLASSES) {
      for (const state of [null, "open", "awaiting_second"] as const) {
        const said = sayToUser({
          ...failure,
          class: errorClass,
          effect: "unknown",
          case: state && { state, verdict: null },
        });
        expect(said.promise).toContain("not certain");
        expect(said.do_not).toContain("do not start it again");
      }
    }
  });

  it("an open case goes before an attempt that says absent: it speaks for that attempt only", () => {
    const said = sayToUser({ ...failure, effect: "absent", case: { state: "open", verdict: null } });
    expect(said.promise).not.toContain("Nothing was changed");
    expect(said.do_not).toContain("do not start it again");
  });

  it.each(VERDICTS)("the verdict %s goes before the effect", (verdict) => {
    const said = EFFECTS.map((effect) =>
      sayToUser({ ...failure, effect, case: { state: "settled", verdict } }),
    );
    expect(new Set(said.map(({ promise }) => promise)).size).toBe(1);
    expect(said[0]?.promise).toContain("It has been checked");
    expect(said[0]?.do_not).not.toBeNull();
  });

  it("committed is never to be repeated", () => {
    expect(sayToUser({ ...failure, effect: "committed" }).do_not).toContain("twice");
  });

  it("nothing is promised about an effect that was not reported, unless the tool only reads", () => {
    expect(sayToUser(failure).do_not).toBe("Do not promise that nothing happened.");
    expect(sayToUser({ ...failure, read_only: true })).toMatchObject({
      promise: "Nothing was changed: this only looks things up. It can be tried again in a little while.",
      do_not: null,
    });
  });

  it("a case whose verdict is not known is not settled", () => {
    expect(sayToUser({ ...failure, case: { state: "settled", verdict: null } }).promise).toContain(
      "not certain",
    );
  });
});
