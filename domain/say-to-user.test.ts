// over 250 lines because it walks every standing in one table.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_WORDINGS } from "./default-wordings";
import { EFFECTS, type Effect } from "./effect";
import { effectOfAttempts, effectWithEvidence } from "./effect-of-attempts";
import { EVENT_CLASSES } from "./event-class";
import { type Saying, sayToUser, type ToSay } from "./say-to-user";
import { isInDoubt, isUnchanged, STANDINGS, standingOf } from "./standing";
import { VERDICTS } from "./verdict";
import { faultOfTemplate, wordings } from "./wordings";

const NOW = "2026-11-30T08:30:00.000000Z";
const saying: Saying = { wordings: {}, zone: "UTC", now: NOW };
const failure: ToSay = {
  ...{ reference: "err_7c1f9a", tool: "issue_refund", code: "provider_timeout", class: "transient" },
  ...{ effect: null, user_message: null, read_only: false, case: null, retryable: null, retry_after: null },
  occurred_at: "2026-11-30T08:12:00.000000Z",
};
const say = (parts: Partial<ToSay>, own: Saying["wordings"] = {}) =>
  sayToUser({ ...failure, ...parts }, { ...saying, wordings: own });

const settled_at = "2026-11-30T08:20:00.000000Z";
const CASES: ToSay["case"][] = [
  null,
  { state: "open", verdict: null, settled_at: null },
  { state: "awaiting_second", verdict: null, settled_at: null },
  { state: "settled", verdict: null, settled_at },
  ...VERDICTS.map((verdict) => ({ state: "settled" as const, verdict, settled_at })),
];
const TOLD = [null, "Your refund failed.", "Your refund failed, quote err_7c1f9a", " "];

/** Every failure there can be, as far as anything said depends on it. */
const ALL: ToSay[] = EVENT_CLASSES.flatMap((errorClass) =>
  [...EFFECTS, null].flatMap((effect) =>
    CASES.flatMap((found) =>
      [true, false].flatMap((read_only) =>
        TOLD.flatMap((user_message) =>
          [null, false].map((retryable) => ({
            ...{ ...failure, class: errorClass, effect, case: found },
            ...{ read_only, user_message, retryable },
          })),
        ),
      ),
    ),
  ),
);

const INVITES_A_REPEAT = /can be (tried|asked for) again|free to try it again/;
const SAYS_UNCHANGED = /[Nn]othing was changed/;

describe("the default wordings, over every class, effect, case and verdict", () => {
  it("are whole sentences with the reference in the first, and nothing left to fill in", () => {
    const said = new Set(ALL.map((each) => JSON.stringify(sayToUser(each, saying))));
    for (const each of said) {
      const { sentence, promise, do_not } = JSON.parse(each) as ReturnType<typeof sayToUser>;
      expect(sentence).toContain("err_7c1f9a");
      expect(sentence.split("err_7c1f9a")).toHaveLength(2);
      for (const text of [sentence, promise, do_not ?? "Nothing."]) {
        expect(text).not.toMatch(/[{}]|undefined|null| {2}/);
        expect(text).toMatch(/^[A-Z].*[.!?…]["”’)]?$/);
      }
    }
  });

  it("an effect in doubt promises nothing but an answer, and says not to try again", () => {
    const inDoubt = ALL.filter((each) => isInDoubt(standingOf(each)));
    expect(inDoubt.length).toBeGreaterThan(0);
    for (const each of inDoubt) {
      const { sentence, promise, do_not } = sayToUser(each, saying);
      expect(sentence).toContain("not certain");
      expect(promise).toContain("not certain");
      expect(do_not).toContain("do not start it again");
      expect(sentence + promise).not.toMatch(INVITES_A_REPEAT);
    }
  });

  it("what is known to have landed is said to have, also while people check", () => {
    for (const each of ALL)
      if (each.effect === "committed" && each.case?.verdict == null) {
        const { sentence, promise, do_not } = sayToUser(each, saying);
        expect(sentence).toContain("did take effect");
        expect(promise).toContain("it did take effect");
        expect(do_not).toContain("Do not start it again");
      }
  });

  it("what was seen outside and what an attempt said are told together, and contradict each other", () => {
    expect(effectWithEvidence("committed", [])).toBe("committed");
    expect(effectWithEvidence("unknown", ["committed"])).toBe("committed");
    expect(effectWithEvidence("unknown", ["absent"])).toBe("unknown");
    expect(effectWithEvidence("committed", ["absent"])).toBe("unknown");
    expect(effectWithEvidence(null, ["committed", "absent"])).toBe("unknown");
  });

  it("only what nobody doubts is in no doubt: the unknown without a verdict always is", () => {
    for (const each of ALL)
      if (each.effect === "unknown" && each.case?.verdict == null)
        expect(isInDoubt(standingOf(each))).toBe(true);
  });

  it("a repeat is offered only where nothing was changed, by report or by verdict", () => {
    for (const each of ALL) {
      const { promise } = sayToUser(each, saying);
      const standing = standingOf(each);
      if (!isUnchanged(standing) && standing !== "settled_absent")
        expect(promise).not.toMatch(INVITES_A_REPEAT);
      if (!isUnchanged(standing)) expect(promise).not.toMatch(SAYS_UNCHANGED);
    }
  });

  it.each([
    ["committed", /did take effect/, /Do not start it again/],
    ["absent", /did not take effect/, /Do not repeat it by hand/],
    ["compensated", /took effect and was undone/, /Do not say that it never happened/],
    ["undeterminable", /nobody can tell for certain/, /Do not start it again/],
  ] as const)("the verdict %s is said, whatever one attempt reported", (verdict, said, warning) => {
    const settled = ALL.filter((each) => each.case?.verdict === verdict);
    for (const each of settled) {
      const { sentence, promise, do_not } = sayToUser(each, saying);
      expect(sentence).toMatch(said);
      expect(promise).toContain("It has been checked");
      expect(do_not).toMatch(warning);
    }
  });

  it("are themselves what an admin may write", () => {
    expect(wordings.safeParse({ any: DEFAULT_WORDINGS }).error).toBeUndefined();
  });
});

describe("what the user was told", () => {
  it("is repeated as it is where nothing was changed, with the reference where it is missing", () => {
    const told = (user_message: string) => say({ effect: "absent", user_message }).sentence;
    expect(told("Your refund failed. Reference err_7c1f9a.")).toBe(
      "Your refund failed. Reference err_7c1f9a.",
    );
    expect(told("Your refund failed")).toBe("Your refund failed. (Reference err_7c1f9a.)");
    expect(told("  ")).toContain("did not answer");
  });

  it("is not repeated where nothing is left of it but what was masked", () => {
    const trace =
      'Traceback (most recent call last):\n  File "/srv/app/pay.py", line 42, in pay\n    x()\nValueError: no';
    for (const user_message of [trace, "/srv/app/pay.py", "[trace] [path]", "…"]) {
      const { sentence } = say({ effect: "unknown", user_message });
      expect(sentence).not.toMatch(/you were told|\[/);
      expect(sentence).toContain("did not answer");
    }
  });

  it("is quoted elsewhere, for it may have been wrong", () => {
    expect(say({ effect: "unknown", user_message: "Your refund failed" }).sentence).toBe(
      "At the time you were told: “Your refund failed.” It is not certain whether it took effect. (Reference err_7c1f9a.)",
    );
  });
});

describe("where the effect stands", () => {
  it("an open case goes before an attempt that says absent: it speaks for that attempt only", () => {
    const open = { state: "open", verdict: null, settled_at: null } as const;
    expect(say({ effect: "absent", case: open }).standing).toBe("open");
  });

  it("a tool that only reads changes nothing, unless it says so itself", () => {
    const standing = (effect: Effect | null) => say({ effect, read_only: true }).standing;
    expect([null, ...EFFECTS].map(standing)).toEqual(["read_only", "read_only", "committed", "unknown"]);
  });

  it("of several attempts, the one that landed or may have goes before one that did not", () => {
    const of = (...effects: (Effect | null)[]) => effectOfAttempts(effects.map((effect) => ({ effect })));
    expect(of("committed", "absent")).toBe("committed");
    expect(of("unknown", "absent")).toBe("unknown");
    expect(of("absent", null)).toBeNull();
    expect(of("absent", "absent")).toBe("absent");
    expect(of()).toBeNull();
  });
});

describe("what would help", () => {
  it.each([
    [{ retry_after: null }, "in a little while"],
    [{ retry_after: 60 }, "now"],
    [{ retry_after: 18 * 60 + 30 }, "in about 30 seconds"],
    [{ retry_after: 18 * 60 + 91 }, "in about 2 minutes"],
    [{ retry_after: 86_400 }, "in about 24 hours"],
    [{ retry_after: 1e9 }, "in more than 30 days"],
    [{ retry_after: 3 * 86_400 }, "in about 3 days"],
  ])("after %o it can be tried again %s", (parts, words) => {
    expect(say({ effect: "absent", ...parts }).promise).toBe(
      `Nothing was changed. It can be tried again ${words}.`,
    );
  });

  it("a producer that knows better is believed", () => {
    expect(say({ effect: "absent", retryable: false }).promise).toContain("will not help");
    expect(say({ effect: "absent", retryable: false, class: "validation" }).promise).toContain("corrected");
  });
});

describe("the installation's own wording", () => {
  const own = (promise: string) => ({
    sentence: "{tool} said {code} at {when}: {reference}",
    promise,
    do_not: "No.",
  });

  it("of the class goes before that of every class, and that before what Errata brings", () => {
    const any = { any: { unknown: own("any") } };
    expect(say({ effect: "unknown" }, any).promise).toBe("any");
    expect(say({ effect: "unknown" }, { ...any, transient: { unknown: own("its own") } }).promise).toBe(
      "its own",
    );
    expect(say({ effect: "unknown" }, { ...any, system: { unknown: own("another") } }).promise).toBe("any");
    expect(say({ effect: "absent" }, any).promise).toContain("Nothing was changed");
  });

  it("is filled in, in the zone of the installation", () => {
    const { sentence } = sayToUser(
      { ...failure, effect: "unknown" },
      { now: NOW, zone: "Asia/Tokyo", wordings: { any: { unknown: own("x") } } },
    );
    expect(sentence).toBe(
      "issue_refund said provider_timeout at 30 November 2026 at 17:12 GMT+9: err_7c1f9a",
    );
  });

  it("never reads as a template what was filled in", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        const reference = `{tool}$&{code}${text}`;
        const { sentence } = say(
          { effect: "unknown", reference, tool: "{reference}" },
          { any: { unknown: own("x") } },
        );
        expect(sentence).toBe(
          `{reference} said provider_timeout at 30 November 2026 at 08:12 UTC: ${reference}`,
        );
      }),
    );
  });

  it.each([
    ["Sorry. {referense}", "unknown", /does not know the placeholder {referense}; it may name {reference}/],
    ["{reference} {what_next}", "unknown", /does not know the placeholder {what_next} here/],
    ["{reference} {}", "absent", /placeholder {}/],
    ["{reference} {settled}", "open", /placeholder {settled} here/],
    ["{reference", "open", /brace without its other half/],
    ["Sorry.", "open", /must contain {reference}/],
    ["{reference}\n", "absent", null],
    ["a\nb {reference}", "absent", /must be one line/],
    ["", "absent", /must not be empty/],
  ] as const)("%j for %s is refused, and why is said", (sentence, standing, why) => {
    const parsed = wordings.safeParse({ any: { [standing]: { sentence, promise: "x", do_not: "y" } } });
    if (why === null) return expect(parsed.success).toBe(true);
    expect(parsed.error?.issues.map(({ path }) => path.join("."))).toContain(`any.${standing}.sentence`);
    expect(parsed.error?.issues.map(({ message }) => message).join()).toMatch(why);
  });

  it("must warn where a repeat could do harm, and speaks of trying again nowhere by itself but where nothing was changed", () => {
    for (const standing of STANDINGS) {
      const silent = { sentence: "{reference}", promise: "x", do_not: null };
      const { success } = wordings.safeParse({ any: { [standing]: silent } });
      expect(success).toBe(isUnchanged(standing) || standing === "not_reported");
      for (const name of ["{what_next}", "{retry_after}"])
        expect(faultOfTemplate(name, standing) === null).toBe(isUnchanged(standing));
    }
  });

  it("of a class or a standing that does not exist is refused", () => {
    const wording = { sentence: "{reference}", promise: "x", do_not: "y" };
    expect(wordings.safeParse({ transcient: { open: wording } }).success).toBe(false);
    expect(wordings.safeParse({ transient: { opened: wording } }).success).toBe(false);
  });
});

describe("what others wrote, in a sentence of ours", () => {
  it.each([
    ["12", "Order 4123 failed."],
    ["12", "12.50 EUR were not refunded."],
    ["err_7c1", "Quote err_7c1f9a."],
    ["err_7c1", "Quote my-err_7c1."],
    ["err_7c1f9", "Quote err_7c1f9é."],
  ])("the sentence holds %s as a word, although “%s” holds its letters", (reference, user_message) => {
    expect(say({ reference, user_message }).sentence).toContain(`(Reference ${reference}.)`);
  });

  it.each([
    "It failed (err_7c1).",
    "err_7c1: it failed.",
    "It failed. err_7c1f9a, err_7c1",
    "Quote “err_7c1”.",
  ])("a reference that stands in it as a word is not said twice: %s", (user_message) => {
    expect(say({ reference: "err_7c1", effect: "absent", user_message }).sentence).not.toContain(
      "(Reference",
    );
  });

  it("nothing in it turns our own words around, or hides", () => {
    const evil = "\u202eevil\u2066\u200b";
    for (const effect of [...EFFECTS, null]) {
      const own = {
        sentence: "{tool} {code} {what_happened} {reference}",
        promise: "{tool}",
        do_not: "{code}",
      };
      const parts = { effect, user_message: `Failed ${evil}`, tool: `t${evil}`, code: `c${evil}` };
      for (const wordings of [
        {},
        { any: Object.fromEntries(STANDINGS.map((standing) => [standing, own])) },
      ]) {
        const { sentence, promise, do_not } = say({ ...parts, reference: `err_${evil}1` }, wordings);
        for (const text of [sentence, promise, do_not ?? ""])
          expect(text).not.toMatch(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069]/);
        expect(sentence).toContain("err_evil1");
      }
    }
  });
});
