import { z } from "zod";
import * as access from "@/lib/contract/access";
import * as alertConditions from "@/lib/contract/alert-condition";
import * as alerts from "@/lib/contract/alerts";
import * as attachments from "@/lib/contract/attachments";
import * as audit from "@/lib/contract/audit";
import * as bulk from "@/lib/contract/bulk";
import * as calls from "@/lib/contract/calls";
import * as caseWork from "@/lib/contract/case-work";
import * as cases from "@/lib/contract/cases";
import * as codes from "@/lib/contract/codes";
import * as eventsList from "@/lib/contract/events-list";
import * as evidence from "@/lib/contract/evidence";
import * as figures from "@/lib/contract/figures";
import * as framesRead from "@/lib/contract/frames-read";
import * as ingest from "@/lib/contract/ingest";
import * as intake from "@/lib/contract/intake";
import * as keys from "@/lib/contract/keys";
import * as leaks from "@/lib/contract/leaks";
import * as lint from "@/lib/contract/lint";
import * as mcp from "@/lib/contract/mcp";
import * as mcpResults from "@/lib/contract/mcp-results";
import * as nextMoves from "@/lib/contract/next-moves";
import * as notices from "@/lib/contract/notices";
import * as people from "@/lib/contract/people";
import * as probes from "@/lib/contract/probes";
import * as problem from "@/lib/contract/problem";
import * as quarantine from "@/lib/contract/quarantine";
import * as rates from "@/lib/contract/rates";
import * as recovery from "@/lib/contract/recovery";
import * as references from "@/lib/contract/references";
import * as releases from "@/lib/contract/releases";
import * as replays from "@/lib/contract/replays";
import * as report from "@/lib/contract/report";
import * as retention from "@/lib/contract/retention";
import * as savedViews from "@/lib/contract/saved-views";
import * as scrubbing from "@/lib/contract/scrubbing";
import * as settings from "@/lib/contract/settings";
import * as silences from "@/lib/contract/silences";
import * as toolReviews from "@/lib/contract/tool-reviews";
import * as tools from "@/lib/contract/tools";
import * as unmapped from "@/lib/contract/unmapped";
import * as verdicts from "@/lib/contract/verdicts";
import * as webhooks from "@/lib/contract/webhooks";
import { componentRef, type JsonSchema, outputSchemas } from "./json-schema";

/** Where the shapes of answers come from; a shape is named as its module exports it. */
const MODULES: readonly Record<string, unknown>[] = [
  alertConditions,
  alerts,
  nextMoves,
  ...[access, attachments, audit, bulk, calls, caseWork, cases, eventsList, evidence, figures, framesRead],
  ...[
    ingest,
    keys,
    leaks,
    lint,
    mcp,
    mcpResults,
    notices,
    people,
    probes,
    problem,
    quarantine,
    rates,
    references,
    releases,
    replays,
    report,
    savedViews,
  ],
  ...[
    intake,
    retention,
    scrubbing,
    settings,
    recovery,
    silences,
    toolReviews,
    tools,
    codes,
    unmapped,
    verdicts,
    webhooks,
  ],
];

/** The shapes that a document's answers refer to, each under its name and only if it is used. */
export class Shapes {
  readonly #names = new Map<z.ZodType, string>();
  readonly #schemas: Record<string, JsonSchema>;
  readonly #used = new Set<string>();

  constructor() {
    for (const [name, shape] of MODULES.flatMap((module) => Object.entries(module)))
      if (shape instanceof z.ZodType) this.#names.set(shape, name[0]?.toUpperCase() + name.slice(1));
    this.#schemas = outputSchemas(Object.fromEntries([...this.#names].map(([shape, name]) => [name, shape])));
  }

  /** Refers to a shape, with all that it refers to. A shape that the contract does not name is a mistake. */
  refer(shape: z.ZodType): { $ref: string } {
    const name = this.#names.get(shape);
    if (name === undefined) throw new Error("an answer's shape is exported by no module of lib/contract");
    this.#use(name);
    return { $ref: componentRef(name) };
  }

  /** The components so far, by name. */
  used(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#used].sort().map((name) => [name, this.#schemas[name] ?? {}]));
  }

  #use(name: string): void {
    if (this.#used.has(name)) return;
    this.#used.add(name);
    const text = JSON.stringify(this.#schemas[name]);
    for (const [, other] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) if (other) this.#use(other);
  }
}
