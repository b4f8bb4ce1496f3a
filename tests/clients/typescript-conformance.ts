import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  Errata,
  type ErrataOptions,
  type Mapping,
  type Stats,
  ToolError,
  type ToolErrorParts,
} from "@/clients/typescript/errata";

/** One exception as the suite writes it, for either language. */
export type SaidException = { type: string; message: string; cause?: SaidException };

export type Step = {
  name?: string;
  args: unknown;
  context?: Record<string, unknown>;
  returns?: unknown;
  throws?: { tool_error?: ToolErrorParts; exception?: SaidException };
  refused?: { zod?: unknown[]; ajv?: unknown[]; pydantic?: unknown[]; jsonschema?: unknown };
  body?: Record<string, unknown>;
  user_message?: string | null;
  event?: Record<string, unknown>;
  frames?: Record<string, unknown>;
};

export type FailureCase = {
  name: string;
  tool: {
    name: string;
    writes: boolean;
    schema?: object;
    codes?: Record<string, string>;
    map?: { type: string; parts: ToolErrorParts }[];
    map_throws?: boolean;
    /** The member of the result that holds it. */
    external_id?: string;
  };
  steps: Step[];
  end_run?: [string, "gave_up" | "escalated"];
  recoveries?: Record<string, unknown>[];
  evidence?: Record<string, unknown>[];
};

export type ScriptedAnswer = {
  status?: number;
  retry_after?: number;
  location?: string;
  body?: unknown;
  text?: string;
  broken?: boolean;
  silent?: boolean;
  trickle?: boolean;
};

export type DeliveryCase = {
  name: string;
  failures: number;
  unknown?: number[];
  buffer?: number;
  callbacks_throw?: boolean;
  answers: ScriptedAnswer[];
  stats: Record<string, number>;
  /** Left out where a busy machine may need another. */
  requests?: number;
  request_timeout_s?: number;
  backoff_s?: number;
  apart_ms?: number;
  problems?: [number | null, string][];
  rejected?: string[];
  delivered?: number[];
};

export type VerdictCase = {
  name: string;
  events?: ScriptedAnswer[];
  verdicts: ScriptedAnswer[];
  acknowledgements?: ScriptedAnswer[];
  timeout_s?: number;
  answer: Record<string, unknown>;
  doors?: string[];
};

export type Outcome = {
  ok: boolean;
  value?: unknown;
  body?: Record<string, unknown>;
  user_message?: string | null;
};
export type FailureRun = { name: string; outcomes: Outcome[]; stats: Stats };
export type DeliveryRun = {
  name: string;
  is_sent: boolean;
  stats: Stats;
  problems: unknown[];
  rejected: unknown[];
};

export type VerdictRun = { name: string; answer: Record<string, unknown> };
export type Suite = "failures" | "delivery" | "verdicts";

const SUITES = join(import.meta.dirname, "../../clients/conformance");
export const suitePath = (name: Suite) => join(SUITES, `${name}.json`);
const read = (name: Suite): unknown => JSON.parse(readFileSync(suitePath(name), "utf8"));
export const failureCases = read("failures") as FailureCase[];
export const deliveryCases = read("delivery") as DeliveryCase[];
export const verdictCases = read("verdicts") as VerdictCase[];

export const LONG = "x".repeat(50_000);

function filled(value: unknown): unknown {
  if (value === "$long") return LONG;
  if (value === "$many") return Array.from({ length: 300 }, (_, number) => String(number).padStart(100, "0"));
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one)]));
}

function exceptionOf({ type, message, cause }: SaidException): Error {
  const error = new Error(message, cause && { cause: exceptionOf(cause) });
  error.name = type;
  return error;
}

function refusalOf({ zod, ajv }: NonNullable<Step["refused"]>): unknown {
  return Object.assign(new Error("refused"), zod ? { issues: zod } : { errors: ajv });
}

function thrownBy({ throws }: Step): unknown {
  const said = filled(throws) as NonNullable<Step["throws"]>;
  return said.tool_error ? new ToolError(said.tool_error) : exceptionOf(said.exception as SaidException);
}

function mappingsOf({ map = [], map_throws }: FailureCase["tool"]): Mapping[] {
  if (map_throws)
    return [
      () => {
        throw new Error("a mapping that fails");
      },
    ];
  return map.map(
    ({ type, parts }) =>
      (error) =>
        error instanceof Error && error.name === type ? parts : undefined,
  );
}

/** The failures of the suite through the TypeScript helper, as `clients/python/conformance.py` does it for Python. */
export async function runFailures(
  found: FailureCase,
  options: Pick<ErrataOptions, "url" | "key">,
): Promise<FailureRun> {
  const parts = { service: "conformance", environment: "test", release: "1.2.3" };
  // A busy machine is no slow server: what is sent again would be recorded twice.
  const errata = new Errata({ ...options, ...parts, interval_ms: 10, request_timeout_ms: 60_000 });
  let current: Step | undefined;
  const { name, writes, schema, codes, external_id: member } = found.tool;
  const external_id = member && ((value: unknown) => Reflect.get(Object(value), member));
  const input = (args: unknown) => {
    if (current?.refused) throw refusalOf(current.refused);
    return args;
  };
  const tool = errata.tool(name, {
    writes,
    input,
    map: mappingsOf(found.tool),
    ...(schema && { schema }),
    ...(codes && { codes }),
    ...(external_id && { external_id }),
  });
  const outcomes: Outcome[] = [];
  for (const step of found.steps) {
    current = step;
    const run = () => {
      if (step.returns !== undefined) return step.returns;
      throw thrownBy(step);
    };
    outcomes.push(await tool.call(filled(step.args), run, filled(step.context) as Step["context"]));
  }
  if (found.end_run) errata.endRun(...found.end_run);
  await errata.close(60_000);
  return { name: found.name, outcomes, stats: errata.stats };
}

/** A case of the suite in which the server misbehaves. */
export async function runDelivery(
  found: DeliveryCase,
  options: Pick<ErrataOptions, "url" | "key">,
): Promise<DeliveryRun> {
  const problems: unknown[] = [];
  const rejected: unknown[] = [];
  const fail = () => {
    if (found.callbacks_throw) throw new Error("a callback that fails");
  };
  const errata = new Errata({
    ...options,
    ...{
      interval_ms: 60_000,
      backoff_ms: (found.backoff_s ?? 0.01) * 1_000,
      request_timeout_ms: (found.request_timeout_s ?? 60) * 1_000,
      buffer: found.buffer ?? 1_000,
    },
    on_problem: ({ status, code }) => {
      problems.push([status, code]);
      fail();
    },
    on_rejected: ({ error }) => {
      rejected.push(Reflect.get(Object(error), "code"));
      fail();
    },
  });
  for (let index = 0; index < found.failures; index += 1) {
    const effect = found.unknown?.includes(index) ? "unknown" : "absent";
    const error = new ToolError({ code: "busy", class: "transient", message: "It is busy.", effect });
    errata.tool("deliver", { writes: true }).fail(error, {}, { call_id: String(index) });
  }
  const is_sent = await errata.close(60_000);
  return { name: found.name, is_sent, stats: errata.stats, problems, rejected };
}

/** A case of the suite in which a runtime waits for a verdict. */
export async function runVerdict(
  found: VerdictCase,
  options: Pick<ErrataOptions, "url" | "key">,
): Promise<VerdictRun> {
  const patience = { backoff_ms: 10, interval_ms: 60_000, request_timeout_ms: 60_000 };
  const errata = new Errata({ ...options, ...patience, service: "conformance" });
  const intent = { tool: "refund_payment", idempotency_key: "refund-1" };
  errata
    .tool(intent.tool, { writes: true })
    .fail(new Error("no answer"), {}, { idempotency_key: "refund-1" });
  const timeout_ms = (found.timeout_s ?? 60) * 1_000;
  const answer = await errata.awaitVerdict({ by: "run_1", ...intent, timeout_ms });
  await errata.close(60_000);
  return { name: found.name, answer };
}
