import { z } from "zod";
import { DomainError, isDomainError } from "@/domain/errors";
import { effectOfStanding } from "@/domain/standing";
import {
  lookUpReferenceArguments,
  type WhatToTell,
  whatToTell,
  whatToTellArguments,
} from "@/lib/contract/mcp";
import { lookUpAnswer, rejection } from "@/lib/contract/references";
import type { ServiceContext } from "@/lib/services/context";
import { lookUpReference } from "@/lib/services/references/look-up-reference";
import { readReport } from "@/lib/services/references/read-report";

/** One tool: what an assistant is told of it, what it takes and answers, and what it does. */
export type McpTool = {
  name: string;
  title: string;
  description: string;
  takes: z.ZodType;
  answers: z.ZodType;
  run: (ctx: ServiceContext, input: unknown) => Promise<object>;
};

function tool<Takes extends z.ZodType, Answers extends z.ZodType>(parts: {
  name: string;
  title: string;
  description: string;
  takes: Takes;
  answers: Answers;
  run: (ctx: ServiceContext, input: z.output<Takes>) => Promise<z.input<Answers> & object>;
}): McpTool {
  return parts as McpTool;
}

/** What a help desk or an assistant can ask: which failure is meant, and what may be said about it. */
export const MCP_TOOLS: readonly McpTool[] = [
  tool({
    name: "look_up_reference",
    title: "Look up a reference",
    description:
      "Finds which recorded failure a user means. Give what the user wrote, unchanged. `found`: use the match's reference with what_to_tell_the_user. `several`: ask the user when it happened and choose by time and tool; one match alone is not opened because the text holds something else too, or names it by an identifier only, so ask whether it is meant. `case`: no failure is known, only a case that people work on; say that it is being looked into, and hand over to a person. `suggestions`: read the nearest to the user and ask which it is; never choose one yourself. `not_yet`: it is on its way, ask again in a minute. `rejected`, `expired`, `never`: say that nothing can be looked up, and hand over to a person; where a rejection has a `say_to_user`, tell the user what it says and keep to its `do_not`. Beside these three, `not_yet` and `suggestions`, `matches` are what an identifier in the text leads to, maybe not what was meant: offer them, do not take them. `unknown` are references in the text that nothing carries: ask the user to copy them again. `left_out` above 0: so many more references in the text were not looked for; send the rest of it by itself.",
    takes: lookUpReferenceArguments,
    answers: lookUpAnswer,
    run: (ctx, { text }) => lookUpReference(ctx, { q: text }),
  }),
  tool({
    name: "what_to_tell_the_user",
    title: "What to tell the user",
    description:
      "Says what may be told to the user about one failure: the sentence, what is safe to promise, and what not to do. Keep to it: where `do_not` is not null, say so too and do not act against it.",
    takes: whatToTellArguments,
    answers: whatToTell,
    run: tell,
  }),
];

async function tell(ctx: ServiceContext, input: z.output<typeof whatToTellArguments>): Promise<WhatToTell> {
  const report = await readMeant(ctx, input);
  const event = report.events.at(-1);
  if (report.answer === "several" && input.event_id === undefined) throw ambiguous(report);
  if (event === undefined || report.say_to_user === null) throw notArrived(input.reference);
  const { case: found } = report;
  return {
    ...{ reference: report.reference, event_id: event.event_id, occurred_at: event.occurred_at },
    ...report.say_to_user,
    effect: effectOfStanding(report.say_to_user.standing),
    case: found && { state: found.state, verdict: found.verdict, settled_at: found.settled_at },
  };
}

type Report = Awaited<ReturnType<typeof readReport>>;

/** What a reference in another case means as well, where that is one failure: assistants write it as the user did. */
async function readMeant(ctx: ServiceContext, input: z.output<typeof whatToTellArguments>): Promise<Report> {
  try {
    return await readReport(ctx, input);
  } catch (error) {
    if (!isDomainError(error) || error.code !== "reference_not_found") throw error;
    const { answer, matches, suggestions } = await lookUpReference(ctx, { q: input.reference });
    const alike = matches.filter(({ found_by }) => found_by === "reference");
    const [match] = alike;
    if (answer === "found" && match) return readReport(ctx, { ...input, reference: match.reference });
    throw withHint(error, { input, alike, suggestions });
  }
}

type Near = {
  input: z.output<typeof whatToTellArguments>;
  alike: readonly { reference: string }[];
  suggestions: readonly { reference: string }[];
};

const NEAR_MOST = 5;

/** The same failure with what to do next: which references are meant by it in another case, or are near it. */
function withHint(error: DomainError, { input, alike, suggestions }: Near): DomainError {
  const known = [...new Set((alike.length > 0 ? alike : suggestions).map(({ reference }) => reference))];
  return new DomainError({
    ...{ code: error.code, errorClass: error.errorClass, message: error.message, field: "reference" },
    ...{ received: input.reference, details: error.details, retryable: error.retryable },
    permitted: alike.length > 0 ? known.slice(0, NEAR_MOST) : undefined,
    hint: hintOf(known, { inCase: alike.length > 0, ...error.details }),
  });
}

type Missing = { inCase: boolean; answer?: unknown; rejections?: unknown };

function hintOf(known: readonly string[], { inCase, answer, rejections }: Missing): string {
  const said = warningOf(rejections);
  if (said !== null) return `${said} Say so to the user, promise no more, and hand over to a person.`;
  const named = known.slice(0, NEAR_MOST).join(", ");
  if (inCase)
    return `Known in other upper and lower case: ${named}. Ask the user which, letter by letter; never choose one yourself.`;
  if (known.length > 0)
    return `Near it are ${named}. Ask the user whether one of them is meant; never choose one yourself.`;
  if (answer === "not_yet") return "It is on its way: ask again in a minute.";
  if (answer === "rejected" || answer === "expired")
    return "Nothing more can be looked up: say so to the user, and hand over to a person.";
  return "Call look_up_reference with the user's own words, unchanged: references are read out of them, misspelt ones too.";
}

/** What must not be done about a failure that was refused while its effect is unknown; null of none. */
function warningOf(rejections: unknown): string | null {
  const parsed = z.array(rejection).safeParse(rejections);
  const said = parsed.data?.map(({ say_to_user }) => say_to_user).find((one) => one !== null);
  return said ? `${said.promise} ${said.do_not ?? ""}`.trim() : null;
}

const MATCHES_MOST = 20;

function ambiguous({ reference, matches, more }: Report): DomainError {
  const shown = matches.slice(0, MATCHES_MOST);
  const share = matches.length === 1 ? "failure shares" : "failures share";
  return new DomainError({
    code: "event_id_required",
    errorClass: "validation",
    message: `${more ? "At least " : ""}${matches.length} ${share} the reference ${reference}; say which one is meant.`,
    field: "event_id",
    permitted: shown.flatMap(({ event_id }) => event_id ?? []),
    hint: "Ask the user when it happened and choose by time and tool.",
    details: {
      matches: shown.map(({ event_id, occurred_at, tool: name, tenant }) => ({
        ...{ event_id, occurred_at, tenant },
        tool: name,
      })),
      more:
        more || matches.length > shown.length
          ? { matches: matches.length - shown.length, at_least: more !== null }
          : null,
    },
  });
}

const ASK_AGAIN_SECONDS = 30;

function notArrived(reference: string): DomainError {
  return new DomainError({
    code: "event_not_arrived",
    errorClass: "transient",
    message: `The failure behind ${reference} has not arrived yet; nothing can be said about it.`,
    retry_after: ASK_AGAIN_SECONDS,
  });
}
