/** `error`: it breaks what a model, Errata or money depends on. `warning`: it says less than it should. `note`: worth knowing. */
export const SEVERITIES = ["error", "warning", "note"] as const;
export type Severity = (typeof SEVERITIES)[number];

type Rule = {
  severity: Severity;
  /** What is wrong and what comes of it, in one sentence. */
  why: string;
  fix: string;
};

const rule = (severity: Severity, why: string, fix: string): Rule => ({ severity, why, fix });

/**
 * All that the linter finds, by its stable code: a producer's checks may key on it. A finding may say why and what to do
 * in words of its own, where there is more to say.
 */
export const LINT_RULES = {
  nothing_failed: rule(
    "note",
    "Nothing in this result says that a call failed.",
    "Paste the result of a call that failed; in MCP it has isError: true.",
  ),
  not_json: rule(
    "error",
    "It begins like JSON and cannot be read as JSON, so a model gets half a body and a harness none.",
    "Write the body with a JSON serializer, and do not cut it.",
  ),
  plain_text: rule(
    "error",
    "A sentence alone leaves nothing to branch on, to count or to look up.",
    "Return an object with code, class and reference; the sentence becomes its message.",
  ),
  not_an_object: rule(
    "error",
    "A failure is one object; this is none.",
    "Return one object with code, class, message and reference.",
  ),
  several_results: rule(
    "note",
    "These are several results, and only the first is read here.",
    "Paste them one by one.",
  ),
  nested_body: rule(
    "error",
    "The failure is wrapped in another object, where neither its code nor its class is found.",
    "Put its members at the top: error is the code itself.",
  ),
  not_marked_as_error: rule(
    "error",
    "This result holds a failure and does not say isError: true, so a harness takes it for a success.",
    "Return it with isError: true.",
  ),
  protocol_error: rule(
    "error",
    "A protocol error says that the call could not be made; a model is often not shown it.",
    "Return a failed call as a result with isError: true; keep protocol errors for requests that are none.",
  ),
  not_structured: rule(
    "note",
    "The body stands only in the text of the result, where a harness has to guess that it is JSON.",
    "Return it as structuredContent as well.",
  ),
  code_missing: rule(
    "error",
    "Without a code it counts as internal_error: unmapped, with all else that nobody named.",
    "Give the condition a code of your own, such as invalid_status.",
  ),
  code_unmapped: rule(
    "warning",
    "The code names no condition: nobody can count it, branch on it or look it up.",
    "Map the exception behind it to a code of your own.",
  ),
  code_malformed: rule(
    "error",
    "The code is no token, so it counts as internal_error and is marked malformed.",
    "Use lower-case letters, digits, _ and . only, beginning with a letter.",
  ),
  code_folded: rule(
    "warning",
    "The code is not spelled as a token; Errata folds it, other readers count two codes.",
    "Spell it in lower case with underscores.",
  ),
  code_twice: rule(
    "warning",
    "Two members say two codes; the first of code, error and type counts.",
    "Send one of them.",
  ),
  class_missing: rule(
    "error",
    "Without a class a model cannot tell whether to correct, repeat, wait or stop.",
    "Say validation, authorization, not_found, transient, system or semantic.",
  ),
  class_unknown: rule(
    "error",
    "The class is none of the six and no name for one, so it counts as unclassified.",
    "Say validation, authorization, not_found, transient, system or semantic.",
  ),
  class_alias: rule(
    "note",
    "The class goes by another name here; Errata knows it, a model may not.",
    "Say the class by its own name.",
  ),
  message_missing: rule(
    "warning",
    "Nothing tells the model in words what happened.",
    "Say in one sentence what was wrong with this call.",
  ),
  message_says_nothing: rule(
    "warning",
    "The message says that something failed, which the model knows already.",
    "Say in one sentence what was wrong with this call.",
  ),
  message_internal: rule(
    "warning",
    "The message is a library's or a system's own wording: it changes with the next upgrade and helps no caller.",
    "Say it in words of yours, and send the exception to the frames door.",
  ),
  message_long: rule(
    "warning",
    "A model reads all of a long message and finds the correction late.",
    "Say it in a sentence or two; what is for engineers belongs in the frames.",
  ),
  message_cut: rule("warning", "It is longer than is stored, and is cut.", "Keep it below the limit."),
  field_missing: rule(
    "warning",
    "The model has to guess which argument to change.",
    "Name the argument in field.",
  ),
  correction_missing: rule(
    "warning",
    "The model knows that it is wrong, not what would be right.",
    "List what is accepted in permitted, or say it in hint.",
  ),
  received_is_permitted: rule(
    "warning",
    "The value that was refused stands among those that are permitted.",
    "Hand back the value as it came, and permit only what is accepted.",
  ),
  retry_after_missing: rule(
    "warning",
    "The model repeats the call as fast as it can.",
    "Say in retry_after how many seconds to wait, or that it is not retryable.",
  ),
  retry_after_idle: rule(
    "warning",
    "It says how long to wait and not that waiting helps.",
    "Say retryable: true, or leave retry_after out.",
  ),
  retry_after_long: rule(
    "warning",
    "It asks for more than a day: retry_after is in seconds, and this may be milliseconds.",
    "Give seconds.",
  ),
  retry_against_class: rule(
    "error",
    "Repeating the same call cannot help a failure of this class.",
    "Say retryable: false, and what to do instead.",
  ),
  unsafe_retry: rule(
    "error",
    "It invites a repeat that may do the effect twice: nothing says that it is absent, and no idempotency key protects it.",
    "Give the call an idempotency key before it runs, or say retryable: false.",
  ),
  effect_missing: rule(
    "warning",
    "If the tool writes, nobody can tell whether a repeat would do it twice.",
    "Say effect: absent, committed or unknown; or have the tool declared as one that only reads.",
  ),
  effect_unrecognised: rule(
    "error",
    "The effect is none of the three, so it counts as unknown and opens a case.",
    "Say absent, committed or unknown.",
  ),
  effect_folded: rule("note", "The effect is not spelled as it is stored.", "Spell it in lower case."),
  effect_of_reading: rule(
    "warning",
    "The tool is declared as one that only reads, and reports an effect.",
    "Leave effect out, or have the tool declared as one that writes.",
  ),
  effect_against_class: rule(
    "warning",
    "A call that was refused before it ran has no effect, and this one reports another.",
    "Say effect: absent, or choose the class of what failed after it ran.",
  ),
  absent_in_doubt: rule(
    "warning",
    "A call that got no answer may still have landed; absent says that it did not.",
    "Say effect: unknown unless the tool has looked.",
  ),
  unknown_without_key: rule(
    "error",
    "Its effect is unknown and no idempotency key names it: nobody can find it outside, and no repeat is safe.",
    "Give the call an idempotency key before it runs, and send it along.",
  ),
  reference_missing: rule(
    "error",
    "Without a reference nobody can find the failure a user speaks of, and Errata does not take the event.",
    "Mint one for each failure; the helpers do it.",
  ),
  reference_short: rule(
    "note",
    "A reference this short is given twice soon: six hexadecimal digits collide within thousands of failures.",
    "Use ten characters or more and a check character, as the helpers do.",
  ),
  reference_unquotable: rule(
    "warning",
    "Nobody can read this reference out on the phone or copy it by hand.",
    "Use at most 40 letters and digits of one case, with a prefix.",
  ),
  reference_check_failed: rule(
    "warning",
    "It looks like a checked reference, and its check character is wrong.",
    "Take it from the place that minted it; do not type it.",
  ),
  user_message_without_reference: rule(
    "note",
    "The sentence for the user does not name the reference, so nobody can quote it.",
    "Put the reference into user_message.",
  ),
  leak: rule(
    "error",
    "Something of the inside stands in what the caller gets.",
    "Say it in words of yours; what is for engineers belongs in the frames.",
  ),
  secret: rule(
    "error",
    "A credential or another value that is hidden here stands in what the caller gets.",
    "Leave it out, and change the credential: it has been shown.",
  ),
  field_invalid: rule("error", "It is not what the contract takes.", "Send it as the contract says."),
  field_unknown: rule(
    "note",
    "The contract knows no such member: the event is taken without it.",
    "Leave it out, or put it under attributes if it is for the log.",
  ),
  not_storable: rule(
    "warning",
    "It holds NUL or half a character, which are replaced when it is stored.",
    "Send well-formed text.",
  ),
  placeholder_left: rule(
    "warning",
    "A placeholder stands where something should be put in.",
    "Put in what only you know.",
  ),
} as const satisfies Record<string, Rule>;

export type LintCode = keyof typeof LINT_RULES;
