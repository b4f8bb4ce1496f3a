import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reportedFrames } from "../reported-frames";
import { membersOf } from "../sent-members";
import { framesOfSentry } from "./frames-of-sentry";
import { SENTRY_KEEPS, type SentryKeep } from "./sentry-keeps";
import { sentryTime } from "./sentry-time";

const read = (event: unknown, ...keeps: SentryKeep[]) => framesOfSentry(event, { keeps: new Set(keeps) });
const MARK = "never-to-be-stored";

describe("a Sentry event as frames", () => {
  it("turns exceptions and frames round, and says how they belong together", () => {
    const at = (lineno: number) => ({ filename: "a.py", lineno, in_app: lineno > 1 });
    const values = [
      { type: "C", mechanism: { exception_id: 3, parent_id: 2, source: "exceptions[0]" } },
      {
        type: "G",
        mechanism: { exception_id: 2, parent_id: 1, source: "__context__", is_exception_group: true },
      },
      {
        type: "B",
        value: "b",
        module: "m",
        mechanism: { exception_id: 1, parent_id: 0, source: "__cause__" },
      },
      { type: "A", stacktrace: { frames: [at(1), null, at(2)] }, mechanism: { exception_id: 0 } },
    ];
    const { exceptions } = read({ exception: { values } });
    expect(exceptions?.map(({ type, relation }) => [type, relation])).toEqual([
      ["A", undefined],
      ["B", "cause"],
      ["G", "context"],
      ["C", "group"],
    ]);
    expect(exceptions?.[0]?.frames?.map(({ line, in_app }) => [line, in_app])).toEqual([
      [2, true],
      [1, false],
    ]);
    expect(exceptions?.[1]).toMatchObject({ message: "b", module: "m", frames: undefined });
  });

  it("takes a chain without words for one of causes, and a member of a group for one", () => {
    const grouped = { exception_id: 0, is_exception_group: true };
    const values = [
      { type: "B", mechanism: { exception_id: 1, parent_id: 0 } },
      { type: "A", mechanism: grouped },
    ];
    expect(read({ exception: { values } }).exceptions?.[1]?.relation).toBe("group");
    expect(read({ exception: [{ type: "B" }, { type: "A" }] }).exceptions?.[1]?.relation).toBe("cause");
  });

  it.each([
    ["null", { frames: null }],
    ["missing", {}],
    ["no list", { frames: 3 }],
    ["no stack trace", null],
  ])("takes an exception whose frames are %s", (_, stacktrace) => {
    const [exception] =
      read({ exception: { values: [{ type: "A", value: "a", stacktrace }] } }).exceptions ?? [];
    expect(exception).toMatchObject({ type: "A", message: "a", frames: undefined });
  });

  it("takes one exception alone, a list, and the names of old SDKs", () => {
    for (const exception of [{ type: "A" }, [{ type: "A" }], { values: [null, { type: "A" }] }])
      expect(read({ exception }).exceptions?.map(({ type }) => type)).toEqual(["A"]);
    expect(read({ "sentry.interfaces.Exception": { values: [{ type: "A" }] } }).exceptions?.[0]?.type).toBe(
      "A",
    );
  });

  it("is told by its message where there is no exception, with the frames of the thread", () => {
    const frames = [{ function: "old" }, { function: "new" }];
    const threads = { values: [{ id: 1 }, { id: 2, current: true, stacktrace: { frames } }] };
    for (const sent of [
      { message: "no" },
      { logentry: { formatted: "no" } },
      { message: { message: "no" } },
      { logentry: "no" },
    ])
      expect(read({ ...sent, threads }).exceptions).toMatchObject([
        { message: "no", frames: [{ function: "new" }, { function: "old" }] },
      ]);
    expect(read({}).exceptions).toEqual([]);
  });

  it("reads tags as an object and as pairs, numbers as text, and blanks as nothing", () => {
    const tags = { reference: " err_1 ", tool: "pay", tenant: 7, service: "", run_id: "r", other: true };
    for (const sent of [tags, Object.entries(tags)]) {
      const item = read({ tags: sent, environment: "prod", release: "1.2" });
      expect(item).toMatchObject({ reference: "err_1", tool: "pay", tenant: "7", environment: "prod" });
      expect(item.service).toBeUndefined();
      expect(item.context).toEqual({ run_id: "r", release: "1.2", tags: { other: "true" } });
    }
  });

  it("calls a function as a printed trace does, and one without a name not at all", () => {
    const names = (platform: string, ...frames: object[]) =>
      read({ platform, exception: [{ stacktrace: { frames } }] }).exceptions?.[0]?.frames?.map(
        (frame) => frame.function,
      );
    const charge = { module: "com.shop.Pay", function: "charge" };
    expect(names("java", charge)).toEqual(["com.shop.Pay.charge"]);
    expect(names("csharp", { module: "Shop.Pay", function: "Shop.Pay.Charge" })).toEqual(["Shop.Pay.Charge"]);
    expect(names("python", charge)).toEqual(["charge"]);
    expect(names("node", { function: "?" })).toEqual([undefined]);
  });

  it.each([
    ["node", "javascript"],
    ["Python", "python"],
    ["other", undefined],
    ["x".repeat(60), undefined],
    [7, "7"],
  ])("takes the platform %s for the language %s", (platform, language) => {
    expect(read({ platform }).language).toBe(language);
  });

  it("takes the id of its envelope where it has none, and makes a UUID of it", () => {
    const id = "9f66bf604bfd42a8afe7a4155c761a1f";
    const uuid = "9f66bf60-4bfd-42a8-afe7-a4155c761a1f";
    const keeps = new Set<SentryKeep>();
    expect(read({ event_id: id.toUpperCase() }).frames_id).toBe(uuid);
    expect(framesOfSentry({}, { event_id: uuid, keeps }).frames_id).toBe(uuid);
    expect(framesOfSentry({ event_id: "short" }, { event_id: 3, keeps }).frames_id).toBeUndefined();
  });

  const everything = {
    exception: [
      {
        type: "A",
        stacktrace: { frames: [{ function: "f", lineno: 3, vars: { a: MARK }, pre_context: [MARK] }] },
      },
    ],
    modules: { a: MARK },
    breadcrumbs: { values: [{ message: MARK }] },
    request: { url: MARK, headers: { cookie: MARK } },
    user: { email: MARK },
    extra: { "sys.argv": [MARK], arguments: { order: 1 }, more: 2 },
    contexts: {
      response: { headers: MARK },
      feedback: { contact_email: MARK },
      device: { name: MARK },
      trace: { trace_id: "t", description: `GET ${MARK}`, data: { "http.query": MARK } },
      request: { url: MARK },
      User: { id: MARK },
      mine: { a: 1 },
    },
    threads: { values: [{ stacktrace: { frames: [{ vars: { a: MARK } }] } }] },
    "sentry.interfaces.User": { id: MARK },
    "sentry.interfaces.Http": { url: MARK },
    spans: [{ description: MARK }],
    debug_meta: { images: [{ code_file: MARK }] },
    anything: MARK,
  };

  it("drops variables, modules, breadcrumbs, request, user, command line and whatever it does not know", () => {
    const item = read(everything);
    expect(JSON.stringify(item)).not.toContain(MARK);
    expect(item).toMatchObject({
      arguments: { order: 1 },
      context: { extra: { more: 2 }, contexts: { mine: { a: 1 }, trace: { trace_id: "t" } } },
    });
  });

  it.each(SENTRY_KEEPS)("keeps %s where the installation says so, and no more", (name) => {
    const context = membersOf(read(everything, name).context);
    expect(JSON.stringify(context[name])).toContain(MARK);
    expect(JSON.stringify({ ...context, [name]: null })).not.toContain(MARK);
  });

  it("takes the outermost and the innermost of a chain without end", () => {
    const values = Array.from({ length: 300_000 }, (_, at) => ({
      value: String(at),
      mechanism: { parent_id: at },
    }));
    const messages = read({ exception: { values } }).exceptions?.map(({ message }) => message);
    expect(messages).toHaveLength(100);
    expect([messages?.[0], messages?.at(-1)]).toEqual(["299999", "0"]);
  });

  it("makes of whatever is sent what the frames door reads, but for the reference and what it judges itself", () => {
    const names = [
      "exception",
      "values",
      "stacktrace",
      "frames",
      "tags",
      "extra",
      "contexts",
      "platform",
      "timestamp",
    ];
    const more = [
      "mechanism",
      "source",
      "event_id",
      "logentry",
      "threads",
      "release",
      "type",
      "value",
      "lineno",
      "vars",
    ];
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        fc.constantFrom(null, true, 0, -1.5, 1e300, "", " ", "a", "__proto__"),
        fc.dictionary(fc.constantFrom(...names, ...more), tie("tree")),
        fc.array(tie("tree"), { maxLength: 4 }),
      ),
    }));
    const judged = { reference: true, tool: true, tenant: true, environment: true, service: true } as const;
    fc.assert(
      fc.property(tree, (event) => {
        const item = read(event, ...SENTRY_KEEPS);
        expect(reportedFrames.omit(judged).safeParse(item)).toMatchObject({ success: true });
      }),
      { numRuns: 500 },
    );
  });
});

describe("a timestamp of Sentry", () => {
  it.each([
    [1795984913.059, "2026-11-29T20:41:53.059000Z"],
    ["1795984913.059", "2026-11-29T20:41:53.059000Z"],
    ["2026-11-29T20:42:44.402478Z", "2026-11-29T20:42:44.402478Z"],
    ["2026-11-29T20:42:44", "2026-11-29T20:42:44.000000Z"],
    ["2026-11-29 20:42:44.5", "2026-11-29T20:42:44.500000Z"],
    ["2025-06-03T02:00:23.7069486+00:00", "2025-06-03T02:00:23.706948Z"],
    ["2026-11-29T20:42:44+0130", "2026-11-29T19:12:44.000000Z"],
    ["2026-11-29T20:42:44-05:00", "2026-11-30T01:42:44.000000Z"],
    [Number.NaN, null],
    ["yesterday", null],
    ["", null],
    [null, null],
  ])("reads %j as %s", (sent, read) => {
    expect(sentryTime(sent)).toBe(read);
  });

  it.each([1e300, -1e300])("stays within what can be said for %d", (sent) => {
    expect(sentryTime(sent)).toMatch(/^(0001|9999)-/);
  });
});
