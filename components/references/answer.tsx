"use client";

import type { LookUpAnswer } from "@/lib/contract/references";
import { AnswerHeading } from "./answer-heading";
import { CasesWithout } from "./cases-without";
import { Expired } from "./expired";
import { caseText, caseTitle, severalText, severalTitle } from "./found-words";
import { lagWords } from "./lag-words";
import { LookedFor } from "./looked-for";
import { MatchList } from "./match-list";
import { leftOutWords } from "./near-words";
import { Never } from "./never";
import { NotYet } from "./not-yet";
import { Rejected } from "./rejected";
import { SuggestionList } from "./suggestion-list";

type AnswerProps = {
  /** The text as it was pasted, or the reference of an address */
  q: string;
  answer: LookUpAnswer;
  /** A later answer to the same text */
  onAnswer: (answer: LookUpAnswer) => void;
};

/** What a text led to: one clear state each, and what to do next. */
export function Answer(props: AnswerProps) {
  const { answer } = props;
  return (
    <section className="flex flex-col gap-4 border-t pt-4">
      <State {...props} />
      {answer.answer !== "case" && <CasesWithout cases={answer.cases} />}
      {answer.answer !== "suggestions" && <Near answer={answer} />}
      <Beside answer={answer} />
      {answer.left_out > 0 && <p className="text-sm text-warn">{leftOutWords(answer.left_out)}</p>}
      <LookedFor of={answer.looked_for} q={props.q} />
    </section>
  );
}

function State({ q, answer, onAnswer }: AnswerProps) {
  switch (answer.answer) {
    case "found":
    case "several":
      return (
        <>
          <AnswerHeading tone="neutral" title={severalTitle(answer)} text={severalText(answer.matches)} />
          <MatchList matches={answer.matches} more={answer.more} />
        </>
      );
    case "case":
      return (
        <>
          <AnswerHeading tone="neutral" title={caseTitle(answer.cases)} text={caseText(answer.cases)} />
          <CasesWithout cases={answer.cases} />
        </>
      );
    case "suggestions":
      return (
        <>
          <AnswerHeading
            tone="warn"
            title="No exact one, but these are near"
            text="Short references have real neighbours, so none is opened by itself. Compare with what the user sees."
          />
          <SuggestionList suggestions={answer.suggestions} asked={answer.looked_for} />
          {answer.lag !== null && (
            <p className="text-muted text-sm">
              {lagWords(answer.lag)}: if it has only just happened, look again when it has caught up.
            </p>
          )}
        </>
      );
    case "not_yet":
      return <NotYet q={q} lag={answer.lag} onAnswer={onAnswer} />;
    case "rejected":
      return <Rejected rejections={answer.rejections} />;
    case "expired":
      return <Expired expired={answer.expired} />;
    case "never":
      return <Never q={q} answer={answer} />;
  }
}

/** What else the text holds: references that nothing carries, why one was refused, and what an identifier led to. */
function Beside({ answer }: { answer: LookUpAnswer }) {
  const { matches, unknown, rejections } = answer;
  const isList = answer.answer === "several" || answer.answer === "found";
  return (
    <>
      {isList && rejections.length > 0 && <Rejected rejections={rejections} />}
      {unknown.length > 0 && isList && (
        <p className="break-all text-muted text-sm">
          Also looked for: {unknown.join(", ")}, which nothing carries.
        </p>
      )}
      {!isList && matches.length > 0 && (
        <div>
          <h3 className="pb-1 font-medium">By an identifier in the text, maybe not what was meant</h3>
          <MatchList matches={matches} more={answer.more} />
        </div>
      )}
    </>
  );
}

/** Nearest spellings beside another answer; never in place of it. */
function Near({ answer }: { answer: LookUpAnswer }) {
  if (answer.suggestions.length === 0) return null;
  return (
    <div>
      <h3 className="pb-1 font-medium">Nearest spellings</h3>
      <SuggestionList suggestions={answer.suggestions} asked={answer.looked_for} />
    </div>
  );
}
