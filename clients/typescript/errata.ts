/**
 * Errata for tools in TypeScript: one file without dependencies, for Node ≥ 18. Copy it into your project.
 *
 *   const errata = new Errata({ url, key, service: "billing-agent" });
 *   const refund = errata.tool("refund_payment", { writes: true, input: RefundArguments });
 *   const outcome = await refund.call(args, (args) => gateway.refund(args), { run_id, idempotency_key });
 *   return outcome.ok ? outcome.value : outcome.body;
 *
 * The body is for the model: code, class, correction. The exception with its frames goes to Errata alone; the
 * sentence for the user is `outcome.user_message`. Nothing here throws into the tool or waits for the network.
 */
import { spawnSync } from "node:child_process";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import * as http from "node:http";
import * as https from "node:https";

export type ErrorClass = "validation" | "authorization" | "not_found" | "transient" | "system" | "semantic";
export type Effect = "absent" | "committed" | "unknown";
export type Directive = "treat_as_done" | "safe_to_retry" | "replan" | "stop";

/** What a failure says: to the model, and in `user_message` to the user (`{reference}` is put in). */
export type ToolErrorParts = {
  code: string;
  class: ErrorClass;
  message: string;
  field?: string | undefined;
  received?: unknown;
  permitted?: readonly unknown[] | undefined;
  precondition?: string | undefined;
  hint?: string | undefined;
  /** Left out: true for `transient`. Never true where a repeat could do it twice. */
  retryable?: boolean | undefined;
  /** Seconds. */
  retry_after?: number | undefined;
  /** Left out, a transient or system failure of a writing tool is `unknown`. */
  effect?: Effect | undefined;
  user_message?: string | undefined;
};

export type ErrorBody = Omit<ToolErrorParts, "user_message" | "retryable"> & {
  retryable: boolean;
  reference: string;
};

const BRAND = Symbol.for("errata.tool_error");

/** A failure the tool has a name for. Throw it, or return its parts from `map`. */
export class ToolError extends Error {
  readonly parts: ToolErrorParts;
  constructor(parts: ToolErrorParts, options?: { cause?: unknown }) {
    super(parts.message, options);
    this.name = "ToolError";
    this.parts = parts;
    Object.defineProperty(this, BRAND, { value: true });
  }
}

/** Names an exception of a library; undefined leaves it to the next one, and at last to `internal_error`. */
export type Mapping = (error: unknown) => ToolErrorParts | undefined;

type Parts = { tenant?: string; environment?: string; service?: string; release?: string };

export type ErrataOptions = Parts & {
  url: string;
  key: string;
  /** For every tool, after the tool's own. */
  map?: readonly Mapping[];
  /** At most so many events wait; beyond that the oldest are dropped, of unknown effect last. */
  buffer?: number;
  /** Milliseconds between sends. */
  interval_ms?: number;
  /** The first wait after a failed send; doubles up to 30 s. */
  backoff_ms?: number;
  request_timeout_ms?: number;
  /** How long an ending process may go on sending. */
  exit_timeout_ms?: number;
  /** An item that Errata did not take, with its reason. */
  on_rejected?: (rejected: { kind: string; item: unknown; error: unknown }) => void;
  /** Not all is taken; told once for each reason until it works again. Else it goes to the console. */
  on_problem?: (problem: { status: number | null; code: string }) => void;
};

type Input<Args> = ((args: unknown) => Args) | { parse: (args: unknown) => Args };

export type ToolOptions<Args> = {
  /** Whether it changes something outside. A guess here is a bet with other people's money: say it. */
  writes: boolean;
  /** Reads the arguments before the tool runs: a Zod schema, or a function that throws. */
  input?: Input<Args>;
  /** The JSON schema of the arguments, where `input` does not say what is permitted. */
  schema?: object;
  /** Codes of your own by argument, such as `{ status: "invalid_status" }`; else `invalid_arguments`. */
  codes?: Readonly<Record<string, string>>;
  map?: readonly Mapping[];
  /** What the outside system calls the effect, from the tool's result: evidence that can be looked up. */
  external_id?: (value: unknown) => string | undefined;
  /** What is thrown or answered to go on elsewhere, such as a framework's interrupt: passed on, and not counted. */
  control_flow?: (said: unknown) => boolean;
};

/** Where in the run a call stands. Without `run_id` neither attempts nor recoveries are counted. */
export type CallContext = {
  run_id?: string | undefined;
  turn?: number | undefined;
  call_id?: string | undefined;
  attempt?: number | undefined;
  idempotency_key?: string | undefined;
  tenant?: string | undefined;
  trace_id?: string | undefined;
  span_id?: string | undefined;
  attributes?: Record<string, unknown> | undefined;
  /** Once it is aborted, a read that throws is no failure: `call` throws it on. A write may have landed. */
  signal?: AbortSignal | undefined;
};

export type Failed = { ok: false; body: ErrorBody; user_message: string | undefined; event_id: string };
export type Outcome<Result> = { ok: true; value: Result } | Failed;

export type VerdictAnswer = {
  state: "none" | "pending" | "settled";
  /** What the runtime may do now. Null: nothing was settled, or this run may not act on it; go on waiting. */
  directive: Directive | null;
  retry_with?: "same_key" | "new_key";
  valid_until?: string;
  external_id?: string;
  verdict?: string;
  verdict_id?: string;
  case_id?: string;
  /** Why there is no directive, where it is not for want of time: `ambiguous_intent`, `forbidden`. */
  problem?: string;
};

export type Evidence = {
  effect: "committed" | "absent";
  external_id?: string;
  url?: string;
  tenant?: string;
} & Record<"tool" | "idempotency_key" | "source" | "kind" | "observed_at", string>;

type Kind = "events" | "frames" | "recoveries" | "calls" | "evidence";
export type Counts = Record<"accepted" | "duplicate" | "conflict" | "rejected" | "dropped", number>;
/** What became of the items of each kind; of calls, their lines. */
export type Stats = { waiting: number } & Record<Kind, Counts>;

type Item = Record<string, unknown>;
type Episode = { code: string; class: ErrorClass; failures: number; tenant: string | undefined };
type Answer = { status: number; body: Item; retry_after: number | null };
type Reply = { status: number; text: string; wait: number };

const BATCH_BYTES = 4_000_000;
const ANSWER_CHARACTERS = 8_000_000;
const REMEMBERED = 10_000;
const VALUE_LENGTH = 8_000;
const HASHED_LENGTH = 100_000;
const BACKOFF_MOST_MS = 30_000;
/** So often an item alone is sent again to a server that fails over it. */
const FAULTS_MOST = 8;
const UNREACHED: Reply = { status: 0, text: "", wait: Number.NaN };

const isObject = (value: unknown): value is Item =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const listOf = (value: unknown): Item[] => (Array.isArray(value) ? value.filter(isObject) : []);
const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
/** The promise's value, or false once the time is over. */
async function within(promise: Promise<boolean>, ms: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, ms), false);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
const present = (item: object): Item =>
  Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined && value !== null));

/** A number is its digits. An empty text is no id, least of all a key that would make a repeat safe. */
function idOf(value: unknown): string | undefined {
  const text = typeof value === "number" || typeof value === "bigint" ? String(value) : value;
  return typeof text === "string" && text.trim() !== "" ? text : undefined;
}
const countOf = (value: unknown, least: number) =>
  Number.isSafeInteger(value) && Number(value) >= least ? Number(value) : undefined;

const IDS = ["run_id", "call_id", "idempotency_key", "tenant", "trace_id", "span_id"] as const;
const PARTS = ["tenant", "environment", "service", "release"] as const;
const idsOf = <Name extends string>(said: object, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, idOf(Reflect.get(said, name))])) as Record<
    Name,
    string | undefined
  >;

/** As Errata takes it: a report that it refuses would be a failure, or an effect, that nobody hears of. */
function contextOf(given: CallContext | null | undefined): CallContext {
  const said = given ?? {};
  return { ...said, ...idsOf(said, IDS), turn: countOf(said.turn, 0), attempt: countOf(said.attempt, 1) };
}

// References -------------------------------------------------------------------------------------------------

const CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz";

/** The sum of αⁱ·cᵢ over GF(32): one wrong character or two swapped ones always change it. */
export function checkCharacter(body: string): string {
  let sum = 0;
  for (const character of body) {
    const doubled = (sum ^ CROCKFORD.indexOf(character)) << 1;
    sum = doubled & 32 ? (doubled ^ 37) & 31 : doubled;
  }
  return CROCKFORD.charAt(sum);
}

/** A reference people can dictate: `err_`, ten characters (50 bits) and a check character. */
export function mintReference(): string {
  const body = Array.from(randomBytes(10), (byte) => CROCKFORD.charAt(byte & 31)).join("");
  return `err_${body}${checkCharacter(body)}`;
}

// What a validator says --------------------------------------------------------------------------------------

type Issue = {
  kind: "enum" | "required" | "type" | "unknown" | "other";
  path: (string | number)[];
  permitted?: readonly unknown[] | undefined;
  /** What the value must be, in words. */
  must?: string | undefined;
  /** The sentence of a check that the team wrote itself. */
  says?: string | undefined;
};

const BOUNDS: Readonly<Record<string, string>> = {
  ...{
    minimum: "at least",
    exclusiveMinimum: "more than",
    maximum: "at most",
    exclusiveMaximum: "less than",
  },
  ...{ minLength: "at least", minItems: "at least", maxLength: "at most", maxItems: "at most" },
};

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );
}

/** The part of a JSON schema that describes the value at a path; `$ref` and alternatives are followed. */
function schemaAt(root: unknown, path: readonly (string | number)[], at: unknown = root, depth = 0): Item[] {
  if (!isObject(at) || depth > 20) return [];
  const ref = typeof at.$ref === "string" && at.$ref.startsWith("#/") ? at.$ref.slice(2).split("/") : null;
  if (ref) return schemaAt(root, path, valueAt(root, ref), depth + 1);
  const alternatives = [at.anyOf, at.oneOf, at.allOf].flatMap(listOf);
  const further = alternatives.flatMap((one) => schemaAt(root, path, one, depth + 1));
  const [key, ...rest] = path;
  if (key === undefined) return [at, ...further];
  const inner = typeof key === "number" ? at.items : isObject(at.properties) && at.properties[key];
  return [...schemaAt(root, rest, inner, depth + 1), ...further];
}

function zodIssue(issue: Item): Issue {
  const path = (Array.isArray(issue.path) ? issue.path : []) as (string | number)[];
  switch (issue.code) {
    case "invalid_value":
    case "invalid_enum_value":
      return { kind: "enum", path, permitted: (issue.values ?? issue.options) as unknown[] };
    case "invalid_literal":
      return { kind: "enum", path, permitted: [issue.expected] };
    case "invalid_type":
      return { kind: "type", path, must: `of type ${String(issue.expected).replace(/^int$/, "integer")}` };
    case "unrecognized_keys":
      return { kind: "unknown", path: [...path, ...(issue.keys as string[]).slice(0, 1)] };
    case "too_small":
    case "too_big": {
      const isNumber = /number|int/.test(String(issue.origin ?? issue.type));
      const edges =
        isNumber && issue.inclusive === false ? ["more than", "less than"] : ["at least", "at most"];
      const bound = `${edges[issue.code === "too_small" ? 0 : 1]} ${issue.minimum ?? issue.maximum}`;
      return { kind: "other", path, must: isNumber ? bound : `${bound} long` };
    }
    default:
      return { kind: "other", path, says: issue.code === "custom" ? String(issue.message) : undefined };
  }
}

function schemaIssue({ keyword, instancePath, params: given }: Item): Issue {
  const params = isObject(given) ? given : {};
  const keys = String(instancePath ?? "")
    .split("/")
    .slice(1);
  const path = keys.map((key) =>
    /^\d+$/.test(key) ? Number(key) : key.replace(/~1/g, "/").replace(/~0/g, "~"),
  );
  switch (keyword) {
    case "enum":
      return { kind: "enum", path, permitted: params.allowedValues as unknown[] };
    case "const":
      return { kind: "enum", path, permitted: [params.allowedValue] };
    case "required":
      return { kind: "required", path: [...path, String(params.missingProperty)] };
    case "additionalProperties":
      return { kind: "unknown", path: [...path, String(params.additionalProperty)] };
    case "type":
      return { kind: "type", path, must: `of type ${params.type}` };
    default: {
      const bound = BOUNDS[String(keyword)];
      const long = /Length|Items/.test(String(keyword)) ? " long" : "";
      return { kind: "other", path, must: bound && `${bound} ${params.limit}${long}` };
    }
  }
}

function readIssues(error: unknown): Issue[] {
  if (!isObject(error)) return [];
  const zod = listOf(error.issues);
  const schema = listOf(error.errors).filter(({ keyword }) => keyword);
  return zod.length > 0 ? zod.map(zodIssue) : schema.map(schemaIssue);
}

const inWords = (permitted: readonly unknown[]) =>
  permitted.length > 10
    ? `one of ${permitted.length} values`
    : `${permitted.length > 1 ? "one of " : ""}${permitted.map((one) => JSON.stringify(one)).join(", ")}`;

/** In words of our own: a library's wording changes with its version, and may hold what was refused. */
function sentenceOf({ kind, path, permitted, must, says }: Issue): string {
  if (says) return says.slice(0, 300);
  const name = path.join(".");
  if (kind === "required") return `${name} is required${permitted ? `: ${inWords(permitted)}` : ""}.`;
  if (kind === "unknown") return `${name} is not a parameter of this tool.`;
  if (must || permitted) return `${name || "The arguments"} must be ${must ?? inWords(permitted ?? [])}.`;
  return name ? `${name} is not valid.` : "The arguments are not valid.";
}

/** An issue with what the definition permits there, and told apart from a missing value. */
function complete(issue: Issue, args: unknown, { schema, input }: ToolOptions<unknown>): Issue {
  const isMissing = valueAt(args, issue.path) === undefined;
  const kind = isMissing && (issue.kind === "enum" || issue.kind === "type") ? "required" : issue.kind;
  if (kind === "unknown") {
    const shapes = schemaAt(schema, issue.path.slice(0, -1)).map(({ properties }) => properties);
    if (issue.path.length === 1) shapes.unshift(valueAt(input, ["shape"]));
    const names = shapes.flatMap((shape) => (isObject(shape) ? Object.keys(shape) : []));
    return { ...issue, kind, permitted: names.length > 0 ? names : undefined };
  }
  if (issue.permitted || (kind !== "enum" && kind !== "required")) return { ...issue, kind };
  const named = schemaAt(schema, issue.path).map((at) => at.enum ?? ("const" in at ? [at.const] : undefined));
  return { ...issue, kind, permitted: named.find((one): one is unknown[] => Array.isArray(one)) };
}

/** Arguments that were refused, with what is permitted instead, from the validator's own definition. */
function invalidArguments(error: unknown, args: unknown, tool: ToolOptions<unknown>): ToolErrorParts {
  const [issue, ...others] = readIssues(error).map((one) => complete(one, args, tool));
  const first: Issue = issue ?? { kind: "other", path: [] };
  const field = first.path.join(".") || undefined;
  const code =
    (field && tool.codes && Object.hasOwn(tool.codes, field) && tool.codes[field]) || "invalid_arguments";
  const shown = first.kind !== "required" && field && !SECRET.test(field);
  return {
    ...{ code, class: "validation", message: sentenceOf(first), field },
    received: shown ? plain(valueAt(args, first.path), 200) : undefined,
    permitted: first.permitted?.slice(0, 100),
    hint: others.length > 0 ? others.slice(0, 5).map(sentenceOf).join(" ") : undefined,
    retryable: false,
    effect: tool.writes ? "absent" : undefined,
  };
}

// Values and frames ------------------------------------------------------------------------------------------

const SECRET = /pass(word|wd|phrase)?$|secret|token|api_?key|authorization|cookie|credential|private_?key/i;

/** A copy that JSON can hold and that stays small; values under secret names are left out. */
function plain(value: unknown, most = 2_000, depth = 0, left = { nodes: 500 }): unknown {
  left.nodes -= 1;
  if (typeof value === "string") return value.length > most ? `${value.slice(0, most)}…` : value;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value === "boolean" || value === null) return value;
  if (typeof value !== "object") return value === undefined ? undefined : String(value).slice(0, 100);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
  if (depth >= 8 || left.nodes <= 0) return "…";
  const inner = (one: unknown) => plain(one, most, depth + 1, left);
  if (Array.isArray(value)) return value.slice(0, 100).map(inner);
  const entries = Object.entries(value).slice(0, 100);
  return Object.fromEntries(entries.map(([key, one]) => [key, SECRET.test(key) ? "[redacted]" : inner(one)]));
}

const lengthOf = (value: unknown) => JSON.stringify(value)?.length ?? 0;

/** What Errata takes as a value of an event, which is 16 KiB: of lists and objects the first, of others the beginning. */
function small(value: unknown, isList: boolean): unknown {
  const copy = plain(value);
  if (lengthOf(copy) <= VALUE_LENGTH) return copy;
  if (!isList) return `${JSON.stringify(copy).slice(0, 2_000)}…`;
  let left = VALUE_LENGTH;
  const fits = (one: unknown) => {
    left -= lengthOf(one);
    return left >= 0;
  };
  if (Array.isArray(copy)) return copy.filter(fits);
  return Object.fromEntries(Object.entries(Object(copy)).filter(fits));
}

/** Tells a repeat from another call: 16 hexadecimal digits over the arguments, whatever the order of their names. */
function hashOf(args: unknown): string | undefined {
  const left = { nodes: 5_000, characters: HASHED_LENGTH };
  const text = JSON.stringify(args, (_, value: unknown) => {
    left.nodes -= 1;
    if (typeof value === "string") left.characters -= value.length;
    if (left.nodes < 0 || left.characters < 0) throw new RangeError("too large to be hashed beside a call");
    return isObject(value) ? Object.fromEntries(Object.entries(value).sort(byName)) : value;
  });
  return text === undefined ? undefined : createHash("sha256").update(text).digest("hex").slice(0, 16);
}
const byName = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1);

/** What stands before the place, the line and the column. A stack begins with the message: no text may take long. */
const STACK_LINE = /^\s*at (.+):(\d+):(\d+)\)?$/;

function framesOf(stack: string): Item[] {
  return stack.split("\n", 200).flatMap((line) => {
    const [, place, row, column] = STACK_LINE.exec(line) ?? [];
    if (place === undefined) return [];
    const open = place.indexOf(" (");
    const name = open > 0 ? place.slice(0, open).replace(/^(?:async |new )+/, "") : undefined;
    const file = place.slice(open > 0 ? open + 2 : 0).replace(/^(?:async )?(?:file:\/\/)?/, "");
    const in_app = !/node_modules|^node:/.test(file);
    return [present({ file, line: Number(row), column: Number(column), function: name, in_app })];
  });
}

function exceptionsOf(error: unknown, relation?: string, seen = new Set<unknown>()): Item[] {
  if (seen.has(error) || seen.size >= 20) return [];
  seen.add(error);
  if (!(error instanceof Error)) {
    const message = typeof error === "string" ? error : JSON.stringify(plain(error));
    return [present({ type: typeof error, message: message?.slice(0, 8_192), relation })];
  }
  const type = error.name === "Error" ? error.constructor.name : error.name;
  const one = {
    type,
    message: String(error.message).slice(0, 8_192),
    relation,
    frames: framesOf(String(error.stack ?? "")),
  };
  const cause = error.cause === undefined ? [] : exceptionsOf(error.cause, "cause", seen);
  const group: unknown = Reflect.get(error, "errors");
  const grouped = Array.isArray(group) && group.every((each) => each instanceof Error) ? group : [];
  return [present(one), ...cause, ...grouped.flatMap((each) => exceptionsOf(each, "group", seen))];
}

// The body ---------------------------------------------------------------------------------------------------

type Settled = { writes: boolean; idempotency_key?: string | undefined; attempt?: number | undefined };

/** The failure fell through every named case. One retry at most, and none that could do it twice. */
function unmapped({ writes, idempotency_key, attempt = 1 }: Settled): ToolErrorParts {
  const message = "The tool failed for a reason it has no name for.";
  const code = "internal_error";
  const once = attempt <= 1;
  if (!writes) {
    const hint = once
      ? "Repeat the call once, then go on without it."
      : "Do not repeat it; go on without it.";
    return { code, class: "transient", message, hint, retryable: once };
  }
  const doubt = { code, message: `${message} It may have taken effect.`, effect: "unknown" as const };
  if (idempotency_key === undefined)
    return { ...doubt, class: "system", hint: "Do not repeat it: that could do it twice.", retryable: false };
  const hint = once
    ? "Repeat it once at most, and only with the same idempotency key."
    : "Do not repeat it; wait for a verdict.";
  return { ...doubt, class: "transient", hint, retryable: once };
}

function bodyOf(parts: ToolErrorParts, { writes, idempotency_key }: Settled, reference: string): ErrorBody {
  const doubtful = writes && (parts.class === "transient" || parts.class === "system");
  const effect = parts.effect ?? (doubtful ? "unknown" : undefined);
  const asked = parts.retryable ?? parts.class === "transient";
  const isSafe = effect !== "committed" && (!writes || effect === "absent" || idempotency_key !== undefined);
  const { user_message: _, ...said } = parts;
  const retry_after =
    Number.isFinite(said.retry_after) && Number(said.retry_after) >= 0 ? said.retry_after : null;
  const values = {
    retry_after,
    received: small(parts.received, false),
    permitted: small(parts.permitted, true),
  };
  return present({ ...said, ...values, retryable: asked && isSafe, effect, reference }) as ErrorBody;
}

function userMessage({ user_message }: ToolErrorParts, { effect, class: errorClass, reference }: ErrorBody) {
  if (typeof user_message === "string") return user_message.replaceAll("{reference}", reference);
  if (effect === "unknown")
    return `We cannot tell yet whether this went through. Please do not try again; quote ${reference} if you contact us.`;
  if (errorClass === "validation") return undefined;
  return `Something went wrong. If you contact us, please quote ${reference}.`;
}

// The boundary -----------------------------------------------------------------------------------------------

/** One tool's boundary. Made by `errata.tool`. */
export class Tool<Args> {
  readonly name: string;
  private readonly errata: Errata;
  private readonly options: ToolOptions<Args>;

  /** @internal */
  constructor(errata: Errata, name: string, options: ToolOptions<Args>) {
    this.errata = errata;
    this.name = name;
    this.options = options;
  }

  /** Runs the tool; never throws what it throws, except where that is no failure. */
  async call<Result>(
    args: unknown,
    run: (args: Args) => Result | Promise<Result>,
    context: CallContext = {},
  ): Promise<Outcome<Result>> {
    const { input } = this.options;
    let read: Args;
    try {
      read = (typeof input === "function" ? input(args) : input ? input.parse(args) : args) as Args;
    } catch (error) {
      return this.refuse(error, args, context);
    }
    try {
      const value = await run(read);
      if (!this.goesOn(value))
        this.succeed(
          context,
          this.errata.quietly(() => this.options.external_id?.(value)),
        );
      return { ok: true, value };
    } catch (error) {
      const isStopped = context?.signal?.aborted === true && !this.options.writes;
      if (isStopped || this.goesOn(error)) throw error;
      return this.fail(error, args, context);
    }
  }

  private goesOn(said: unknown): boolean {
    return this.errata.quietly(() => this.options.control_flow?.(said)) === true;
  }

  /** For dispatchers that run the tool themselves: the arguments were refused before it ran. */
  refuse(error: unknown, args: unknown, context: CallContext = {}): Failed {
    return this.report(error, args, context, () =>
      isToolError(error) ? error.parts : invalidArguments(error, args, this.options),
    );
  }

  /** For dispatchers that run the tool themselves: it threw. */
  fail(error: unknown, args: unknown, context: CallContext = {}): Failed {
    return this.report(error, args, context, () => this.named(error));
  }

  /** For dispatchers that run the tool themselves: it did what it should. */
  succeed(given: CallContext = {}, external_id?: string): void {
    this.errata.quietly(() => {
      const context = contextOf(given);
      this.errata.countCall(this.name, context);
      this.errata.recover(this.name, context);
      if (this.options.writes) this.errata.confirmRepeat(this.name, context, idOf(external_id));
    });
  }

  private named(error: unknown): ToolErrorParts | undefined {
    if (isToolError(error)) return error.parts;
    for (const map of [...(this.options.map ?? []), ...this.errata.mappings]) {
      const parts = this.errata.quietly(() => map(error));
      // One that is still to be filled in names nothing.
      if (parts?.code && parts.class && parts.message) return parts;
    }
    return undefined;
  }

  private report(
    error: unknown,
    args: unknown,
    given: CallContext,
    name: () => ToolErrorParts | undefined,
  ): Failed {
    const context = contextOf(given);
    const reference = mintReference();
    const event_id = randomUUID();
    const attempt = context.attempt ?? this.errata.attemptOf(this.name, context);
    const settled = { writes: this.options.writes, idempotency_key: context.idempotency_key, attempt };
    // A mapping, or a value in what it says, may itself throw: then the failure has no name.
    const named = this.errata.quietly(() => {
      const parts = name();
      return parts && { parts, body: bodyOf(parts, settled, reference) };
    });
    const parts = named?.parts ?? unmapped(settled);
    const body = named?.body ?? bodyOf(parts, settled, reference);
    const user_message = userMessage(parts, body);
    const event = { event_id, tool: this.name, ...body, user_message, attempt };
    this.errata.quietly(() => this.errata.countCall(this.name, context));
    this.errata.quietly(() => this.errata.keepFailure(event, error, args, context));
    return { ok: false, body, user_message, event_id };
  }
}

function isToolError(error: unknown): error is ToolError {
  return typeof error === "object" && error !== null && Reflect.get(error, BRAND) === true;
}

type Failure = ErrorBody & { event_id: string; tool: string };

type Waiting = { json: string; is_precious: boolean };

/** What waits to be sent of one kind. What matters most is dropped last and sent first. */
class Box {
  private precious: Waiting[] = [];
  private others: Waiting[] = [];
  /** On their way. Until they are answered they still count, and a process that ends sends them again. */
  sending: Waiting[] = [];
  readonly counts: Counts = { accepted: 0, duplicate: 0, conflict: 0, rejected: 0, dropped: 0 };

  readonly kind: Kind;
  readonly path: string;
  /** The member by which an answer is known to be one. */
  readonly answer: string;
  /** At most so many in one request; fewer after one was too large, or too much for the server. */
  batch: number;
  /** Something was dropped since it was last empty. */
  isOverfull = false;
  private readonly most: number;
  private readonly fullBatch: number;

  constructor(kind: Kind, most: number, batch: number) {
    this.kind = kind;
    this.path = `/api/v1/${kind}${kind === "events" ? "?results=rejected" : ""}`;
    this.answer = kind === "evidence" ? "evidence_id" : "accepted";
    [this.most, this.batch, this.fullBatch] = [most, batch, batch];
  }

  get waiting(): number {
    return this.precious.length + this.others.length;
  }

  put(json: string, is_precious: boolean): void {
    (is_precious ? this.precious : this.others).push({ json, is_precious });
    if (this.waiting + this.sending.length <= this.most) return;
    if ((this.others.shift() ?? this.precious.shift()) === undefined) return;
    this.counts.dropped += 1;
    this.isOverfull = true;
  }

  /** The next batch, within the bounds of one request. It stays in `sending` until it is done or put back. */
  take(): Waiting[] {
    let bytes = 0;
    for (const list of [this.precious, this.others]) {
      let count = 0;
      for (const { json } of list.slice(0, this.batch - this.sending.length)) {
        bytes += json.length;
        if (bytes > BATCH_BYTES && this.sending.length + count > 0) break;
        count += 1;
      }
      this.sending.push(...list.splice(0, count));
    }
    return this.sending;
  }

  putBack(): void {
    const back = (is_precious: boolean) => this.sending.filter((item) => item.is_precious === is_precious);
    this.precious = [...back(true), ...this.precious];
    this.others = [...back(false), ...this.others];
    this.sending = [];
  }

  halve(): void {
    this.batch = Math.max(1, Math.floor(this.sending.length / 2));
  }

  done(isTaken = false): void {
    if (isTaken) this.batch = Math.min(this.fullBatch, this.batch * 2);
    this.sending = [];
    if (this.waiting === 0) this.isOverfull = false;
  }

  /** The body of a request. */
  wrap(items: readonly Waiting[]): string {
    const list = items.map(({ json }) => json).join(",");
    return this.fullBatch === 1 ? list : `{"${this.kind}":[${list}]}`;
  }
}

/** The connection to Errata: one a process. */
export class Errata {
  readonly mappings: readonly Mapping[];
  private readonly options: ErrataOptions;
  private readonly parts: Parts;
  private readonly protocol: typeof http | typeof https;
  private readonly agent: http.Agent;
  private readonly boxes: readonly Box[];
  private calls = new Map<string, Item & { count: number }>();
  private readonly episodes = new Map<string, Map<string, Episode>>();
  private readonly doubts = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | null = null;
  private draining: Promise<boolean> | null = null;
  private failures = 0;
  private notBefore = 0;
  private callsDue = 0;
  private readonly told = new Set<string>();
  private isEnding = false;

  constructor(options: ErrataOptions) {
    this.options = options;
    const { buffer = 10_000 } = options;
    this.parts = present(idsOf(options, PARTS));
    this.mappings = options.map ?? [];
    this.protocol = /^https:/i.test(options.url) ? https : http;
    this.agent = new this.protocol.Agent({ keepAlive: true });
    this.boxes = [
      new Box("events", buffer, 500),
      new Box("evidence", buffer, 1),
      new Box("frames", Math.ceil(buffer / 10), 100),
      new Box("recoveries", buffer, 500),
      new Box("calls", 1_000, 1),
    ];
    stayUntilTheEnd(this);
  }

  /** The boundary of a tool. */
  tool<Args = unknown>(name: string, options: ToolOptions<Args>): Tool<Args> {
    return new Tool(this, name, options);
  }

  /** A model asked for a tool that is not there: it is told which are. */
  unknownTool(name: string, tools: readonly string[], args: unknown, context: CallContext = {}): Failed {
    const message = "There is no tool of this name.";
    const parts = { code: "unknown_tool", class: "not_found", message, permitted: tools } as const;
    return this.tool(name, { writes: false }).fail(new ToolError(parts), args, context);
  }

  get stats(): Stats {
    const waiting = this.boxes.reduce((sum, box) => sum + box.waiting + box.sending.length, 0);
    const counts = this.boxes.map(({ kind, counts }) => [kind, { ...counts }]);
    return { waiting, ...(Object.fromEntries(counts) as Record<Kind, Counts>) };
  }

  /** The run is over: what it did not get over counts as given up, or as handed to a person. */
  endRun(ended: string, outcome: "gave_up" | "escalated" = "gave_up"): void {
    this.quietly(() => {
      const run_id = idOf(ended) ?? "";
      for (const [tool, episode] of this.episodes.get(run_id) ?? [])
        this.reportRecovery(tool, run_id, episode, episode.failures, outcome);
      this.episodes.delete(run_id);
    });
  }

  /** What was seen outside of an effect: from a provider's callback, or a reconciliation. */
  reportEvidence(evidence: Evidence): void {
    this.quietly(() => this.put("evidence", { ...this.intentParts(), ...present(evidence) }, true));
  }

  /**
   * Waits until a person or a machine has settled what became of an effect, and takes the verdict for `by`, the run
   * that will act on it. A directive is only answered once Errata has taken the acknowledgement. Never throws.
   */
  async awaitVerdict(asked: {
    by: string;
    tool?: string;
    idempotency_key?: string;
    tenant?: string;
    event_id?: string;
    case_id?: string;
    timeout_ms?: number;
  }): Promise<VerdictAnswer> {
    const { by, timeout_ms = 900_000, ...said } = asked;
    const target = { ...said, ...idsOf(said, ["idempotency_key", "tenant"]) };
    const until = Date.now() + timeout_ms;
    const parts = target.idempotency_key === undefined ? {} : this.intentParts();
    let answer: VerdictAnswer = { state: "none", directive: null };
    // Else Errata would be asked about something it has not heard of yet.
    await this.deliver(timeout_ms, this.boxes.slice(0, 1));
    const ask = () => {
      const seconds = Math.max(0, Math.min(50, Math.floor((until - Date.now()) / 1_000)));
      const query = present({ ...parts, ...target, wait_seconds: String(seconds) }) as Record<string, string>;
      const path = `/api/v1/verdicts?${new URLSearchParams(query)}`;
      return this.ask(path, "state", undefined, { ms: seconds * 1_000 });
    };
    const settled = await this.askUntil(until, ask, async ({ status, body }) => {
      if (status !== 200) return { ...answer, problem: String(body.code) };
      answer = { ...(body as VerdictAnswer), directive: null };
      if (body.state !== "settled") return undefined;
      const refusal = await this.acknowledge(body.verdict_id, by, until);
      if (refusal === "") return { ...answer, directive: body.directive as Directive };
      if (refusal !== "verdict_superseded" && refusal !== "verdict_expired")
        return { ...answer, problem: refusal };
      answer = { state: "pending", directive: null };
      return undefined;
    });
    return settled ?? answer;
  }

  /** Sends what waits, at most for so long; whether all of it arrived. */
  flush(timeout_ms = this.options.exit_timeout_ms ?? 5_000): Promise<boolean> {
    this.callsDue = 0;
    return this.deliver(timeout_ms, this.boxes);
  }

  /** Sends what waits and lets go of the process. Call it where you handle SIGTERM. */
  async close(timeout_ms?: number): Promise<boolean> {
    const isSent = await this.flush(timeout_ms);
    if (this.timer) clearTimeout(this.timer);
    living.delete(this);
    return isSent;
  }

  // What the boundary calls ----------------------------------------------------------------------------------

  /** @internal Nothing that goes wrong in here may reach the tool. */
  quietly<Value>(act: () => Value): Value | undefined {
    try {
      return act();
    } catch {
      return undefined;
    }
  }

  /** @internal */
  countCall(tool: string, { tenant }: CallContext): void {
    const minute = Math.floor(Date.now() / 60_000);
    const key = `${minute}\0${tool}\0${tenant ?? ""}`;
    const known = this.calls.get(key);
    if (known) known.count += 1;
    else if (this.calls.size < REMEMBERED) {
      const at = new Date(minute * 60_000).toISOString();
      this.calls.set(key, { ...this.parts, ...present({ tenant }), tool, minute: at, count: 1 });
    }
    this.wake();
  }

  /** @internal */
  attemptOf(tool: string, { run_id }: CallContext): number | undefined {
    if (run_id === undefined) return undefined;
    return (this.episodes.get(run_id)?.get(tool)?.failures ?? 0) + 1;
  }

  /** @internal */
  keepFailure(said: Failure, error: unknown, args: unknown, context: CallContext): void {
    const { attributes, signal: _signal, ...where } = context;
    const { tool, reference, event_id } = said;
    const occurred_at = new Date().toISOString();
    const hashed = { arguments_hash: this.quietly(() => hashOf(args)) };
    const event = { ...this.parts, occurred_at, ...present(where), ...said, ...hashed };
    const more = attributes && { attributes: small(attributes, true) };
    this.put("events", present({ ...event, ...more }), said.effect === "unknown");
    this.remember(said, context);
    const record = {
      ...this.intentParts(),
      ...present({ tenant: context.tenant }),
      reference,
      event_id,
      tool,
    };
    const exceptions = exceptionsOf(error);
    const kept = isObject(args) ? { arguments: plain(args) } : {};
    this.put("frames", { ...record, captured_at: occurred_at, language: "javascript", exceptions, ...kept });
  }

  /** @internal */
  recover(tool: string, context: CallContext): void {
    const run = context.run_id === undefined ? undefined : this.episodes.get(context.run_id);
    const episode = run?.get(tool);
    if (!run || !episode || context.run_id === undefined) return;
    run.delete(tool);
    if (run.size === 0) this.episodes.delete(context.run_id);
    this.reportRecovery(tool, context.run_id, episode, episode.failures + 1, "recovered");
  }

  /** @internal A repeat that succeeds under the same key proves the effect, whatever became of the first. */
  confirmRepeat(tool: string, context: CallContext, external_id?: string): void {
    const { idempotency_key, tenant } = context;
    if (idempotency_key === undefined) return;
    const wasInDoubt = this.doubts.delete(intentOf(tool, context));
    if (!wasInDoubt && (context.attempt ?? 1) <= 1) return;
    const { service = "runtime" } = this.parts;
    this.put(
      "evidence",
      {
        ...{ ...this.intentParts(), ...present({ tenant, external_id }), tool, idempotency_key },
        ...{ effect: "committed", source: service, kind: "successful_repeat" },
        observed_at: new Date().toISOString(),
      },
      true,
    );
  }

  private remember({ tool, code, class: errorClass, effect }: Failure, context: CallContext): void {
    const { run_id, tenant } = context;
    if (effect === "unknown" && context.idempotency_key !== undefined) {
      forgetOldest(this.doubts);
      this.doubts.add(intentOf(tool, context));
    }
    if (run_id === undefined) return;
    const run = this.episodes.get(run_id) ?? new Map<string, Episode>();
    const episode = run.get(tool) ?? { code, class: errorClass, failures: 0, tenant };
    run.set(tool, { ...episode, failures: episode.failures + 1 });
    forgetOldest(this.episodes);
    this.episodes.set(run_id, run);
  }

  private reportRecovery(
    tool: string,
    run_id: string,
    { code, class: errorClass, tenant }: Episode,
    attempts: number,
    outcome: "recovered" | "gave_up" | "escalated",
  ): void {
    this.put("recoveries", {
      ...{ ...this.parts, ...present({ tenant }), recovery_id: randomUUID(), run_id, tool, code },
      ...{ class: errorClass, attempts, outcome, occurred_at: new Date().toISOString() },
    });
  }

  private intentParts(): Item {
    const { release: _, ...parts } = this.parts;
    return parts;
  }

  // Sending --------------------------------------------------------------------------------------------------

  private put(kind: Kind, item: Item, isPrecious = false): void {
    const box = this.boxes.find((one) => one.kind === kind);
    if (box === undefined) return;
    box.put(JSON.stringify(item), isPrecious);
    if (box.waiting === box.batch && box.batch > 1) setImmediate(() => void this.drain());
    this.wake();
  }

  private wake(): void {
    if (this.timer !== null || !living.has(this)) return;
    const wait = Math.max(this.options.interval_ms ?? 1_000, this.notBefore - Date.now());
    this.timer = setTimeout(() => {
      this.timer = null;
      void this.drain().then(() => this.isDone() || this.wake());
    }, wait);
    this.timer.unref();
  }

  private isDone(): boolean {
    return this.stats.waiting === 0 && this.calls.size === 0;
  }

  private async deliver(timeout_ms: number, boxes: readonly Box[]): Promise<boolean> {
    const until = Date.now() + timeout_ms;
    // What is under way may have begun before the newest item was there.
    await within(this.draining ?? Promise.resolve(true), timeout_ms);
    for (;;) {
      if (await within(this.drain(boxes), until - Date.now())) return true;
      if (Date.now() >= until) return false;
      await after(Math.max(1, Math.min(this.notBefore, until) - Date.now()));
    }
  }

  private drain(boxes = this.boxes): Promise<boolean> {
    this.draining ??= this.sendAll(boxes)
      .catch(() => false)
      .finally(() => {
        this.draining = null;
      });
    return this.draining;
  }

  private async sendAll(boxes: readonly Box[]): Promise<boolean> {
    if (Date.now() < this.notBefore) return false;
    if (Date.now() >= this.callsDue) this.closeMinutes();
    for (const box of boxes) {
      if (box.isOverfull) this.tell(null, "buffer_full");
      while (box.waiting > 0) if (!(await this.sendBatch(box))) return false;
    }
    return true;
  }

  /** Calls are reported once a minute: a report for each send would be a row for each. */
  private closeMinutes(): void {
    this.callsDue = Date.now() + 60_000;
    if (this.calls.size === 0) return;
    const calls = [...this.calls.values()];
    this.calls = new Map();
    this.put("calls", { report_id: randomUUID(), calls });
  }

  /** False when it is to be tried again later. Sent twice, an item counts once: each has an identity of its own. */
  private async sendBatch(box: Box): Promise<boolean> {
    const items = box.take();
    const found = await this.ask(box.path, box.answer, box.wrap(items));
    const { status } = found;
    // What Errata fails over may be one item. Alone it is not sent for ever, or all others would wait behind it.
    const isFault = status === 500 && (items.length > 1 || this.failures < FAULTS_MOST);
    if (isFault || (status === 413 && items.length > 1)) box.halve();
    else if (!isPassing(found)) {
      this.count(box, items, found);
      return true;
    }
    box.putBack();
    if (status === 413) return true;
    this.failures += 1;
    this.notBefore = Date.now() + this.backoff(this.failures, found.retry_after);
    this.tell(status || null, found.body.code);
    return false;
  }

  private count(box: Box, items: readonly Waiting[], { body, status }: Answer): void {
    const isTaken = typeof body.accepted === "number" || (status >= 200 && status <= 202);
    if (isTaken && this.failures > 0) this.told.clear();
    this.failures = 0;
    box.done(isTaken);
    if (!isTaken) {
      box.counts.rejected += items.length;
      for (const { json } of items) this.refused(box.kind, status, json, body);
      return;
    }
    const said = typeof body.accepted === "number" ? body : { accepted: 1 };
    for (const name of ["accepted", "duplicate", "conflict", "rejected"] as const)
      box.counts[name] += Number(said[name]) || 0;
    for (const result of listOf(body.results)) {
      const item = items[box.kind === "calls" ? 0 : Number(result.index)];
      if (result.status === "rejected" && item) this.refused(box.kind, status, item.json, result.error);
    }
  }

  private refused(kind: Kind, status: number, json: string, error: unknown): void {
    this.tell(status, isObject(error) && error.code);
    this.quietly(() => this.options.on_rejected?.({ kind, item: JSON.parse(json), error }));
  }

  private tell(status: number | null, said: unknown): void {
    const code = typeof said === "string" ? said : "unreachable";
    const reason = status === null ? code : `${status} ${code}`;
    if (this.told.has(reason)) return;
    this.told.add(reason);
    const { on_problem = () => console.warn(`Errata: ${reason}`) } = this.options;
    this.quietly(() => on_problem({ status, code }));
  }

  private backoff(failures: number, retry_after: number | null): number {
    const doubled = Math.min(
      BACKOFF_MOST_MS,
      (this.options.backoff_ms ?? 500) * 2 ** Math.min(failures - 1, 16),
    );
    return Math.max((retry_after ?? 0) * 1_000, doubled * (0.75 + Math.random() / 4));
  }

  /**
   * An answer of Errata's own, told by its `member` or by being a problem, or status 0: away, slow, or something else
   * in its place, such as a proxy. Somebody who `waits` for it keeps the process alive meanwhile. Never throws.
   */
  private async ask(path: string, member: string, body?: string, waits?: { ms: number }): Promise<Answer> {
    const { status, text, wait } = await this.reach(path, body, waits).catch(() => UNREACHED);
    const answer: unknown = this.quietly(() => JSON.parse(text));
    const isProblem = status >= 400 && typeof valueAt(answer, ["code"]) === "string";
    const isOurs = isObject(answer) && (isProblem || answer[member] != null);
    const isElsewhere = status >= 300 && status < 400;
    return {
      status: isOurs || status === 429 || status === 503 ? status : 0,
      body: isOurs ? answer : isElsewhere ? { code: "redirected" } : {},
      retry_after: Number.isFinite(wait) ? Math.min(300, Math.max(0, wait)) : null,
    };
  }

  /** One request over a connection that is kept. `fetch` makes a failing call a fifth dearer, and one in a thousand 2 to 4 ms. */
  private reach(path: string, body?: string, waits?: { ms: number }): Promise<Reply> {
    const { url, key, request_timeout_ms = 10_000 } = this.options;
    const options = {
      agent: this.agent,
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      signal: AbortSignal.timeout((waits?.ms ?? 0) + request_timeout_ms),
    };
    const send = (resolve: (reply: Reply) => void) => {
      let [answer, text]: [http.IncomingMessage | undefined, string] = [undefined, ""];
      const request = this.protocol.request(url.replace(/\/+$/, "") + path, options, (response) => {
        answer = response.setEncoding("utf8").on("error", () => {});
        response.on("data", (part) => {
          text += part;
          if (text.length > ANSWER_CHARACTERS) request.destroy();
        });
        // Refused before all was read: the rest need not be sent.
        response.on("end", () => request.writableFinished || request.destroy());
      });
      if (!waits) request.on("socket", (socket) => socket.unref());
      request
        .on("error", () => {})
        .on("close", () => {
          const { statusCode: status = 0, headers } = answer ?? {};
          const wait = Number(headers?.["retry-after"] ?? Number.NaN);
          // How long to wait stands in the header: what else was said may be missing.
          if (answer) resolve({ status, text: answer.complete ? text : "", wait });
          // A kept connection that was closed just as it was used again says nothing of the server.
          else if (request.reusedSocket && !options.signal.aborted) send(resolve);
          else resolve(UNREACHED);
        });
      request.end(body);
    };
    return new Promise(send);
  }

  /** Empty when taken; else the code of the refusal. */
  private async acknowledge(verdict_id: unknown, by: string, until: number): Promise<string> {
    const path = `/api/v1/verdicts/${encodeURIComponent(String(verdict_id))}/acknowledgements`;
    const ask = () => this.ask(path, "acknowledged_at", JSON.stringify({ by }), { ms: 0 });
    const read = ({ status, body }: Answer) => (status === 200 ? "" : String(body.code));
    return (await this.askUntil(until, ask, read)) ?? "not_acknowledged";
  }

  /** Asks until something can be made of an answer; undefined when the time is over. */
  private async askUntil<Value>(
    until: number,
    ask: () => Promise<Answer>,
    read: (found: Answer) => Value | undefined | Promise<Value | undefined>,
  ): Promise<Value | undefined> {
    for (let misses = 0; ; ) {
      const asking = Date.now();
      const found = await ask();
      const wasHeld = !isPassing(found) && Date.now() - asking >= 1_000;
      const value = isPassing(found) ? undefined : await read(found);
      if (value !== undefined || Date.now() >= until) return value;
      misses = wasHeld ? 0 : misses + 1;
      const wait = misses === 0 ? 0 : this.backoff(misses, found.retry_after);
      await after(Math.max(0, Math.min(wait, until - Date.now())));
    }
  }

  // Ending ---------------------------------------------------------------------------------------------------

  /** @internal The process has nothing else to do. */
  sendBeforeExit(): void {
    if (this.isEnding || this.isDone()) return;
    this.isEnding = true;
    // Not sent in time means that nobody answers: then the process has waited long enough.
    void this.flush().then((isSent) => {
      if (isSent) this.isEnding = false;
      else living.delete(this);
    });
  }

  /** @internal After `process.exit` nothing asynchronous runs any more: a process of its own sends what is left. */
  sendAtExit(): void {
    this.closeMinutes();
    const requests = this.boxes.flatMap((box) => {
      const bodies: string[] = [];
      for (; box.sending.length > 0 || box.waiting > 0; box.done()) bodies.push(box.wrap(box.take()));
      return bodies.map((body) => ({ path: box.path, body }));
    });
    if (requests.length === 0) return;
    const { url, key, exit_timeout_ms: timeout = 5_000 } = this.options;
    const input = JSON.stringify({ url: url.replace(/\/+$/, ""), key, requests });
    spawnSync(process.execPath, ["-e", LAST_SENDER], { input, timeout, stdio: ["pipe", "ignore", "ignore"] });
  }
}

const living = new Set<Errata>();
let isListening = false;

function stayUntilTheEnd(errata: Errata): void {
  living.add(errata);
  if (isListening) return;
  isListening = true;
  process.on("beforeExit", () => {
    for (const one of living) one.sendBeforeExit();
  });
  process.on("exit", () => {
    for (const one of living) one.quietly(() => one.sendAtExit());
  });
}

const LAST_SENDER = `(async () => {
  const { url, key, requests } = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
  const headers = { authorization: "Bearer " + key, "content-type": "application/json" };
  const isTaken = ({ status }) => status !== 429 && status < 500;
  while (requests.length > 0) {
    const request = requests.shift();
    const sending = fetch(url + request.path, { method: "POST", headers, body: request.body, redirect: "manual" });
    if (await sending.then(isTaken, () => false)) continue;
    requests.push(request);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
})()`;

/** Makes room for one more. */
function forgetOldest(all: Set<string> | Map<string, unknown>): void {
  for (const oldest of all.keys()) if (all.size < REMEMBERED || !all.delete(oldest)) return;
}

function isPassing({ status }: Answer): boolean {
  return status === 0 || status === 429 || status === 503;
}

function intentOf(tool: string, { tenant, idempotency_key }: CallContext): string {
  return `${tool}\0${tenant ?? ""}\0${idempotency_key}`;
}
