import { stringifyJson } from "@/domain/json";
import { type Mapping, type MappingStep, mapping } from "@/domain/mapping";

export type StepOp = MappingStep["op"];

/** A step as it is typed: every field is text until it is read. */
export type StepDraft = {
  id: number;
  op: StepOp;
  path: string;
  from: string;
  value: string;
  to: string;
  when: "missing" | "always";
};

export const OPS: readonly { value: StepOp; label: string }[] = [
  { value: "set", label: "Set" },
  { value: "copy", label: "Copy" },
  { value: "move", label: "Move" },
  { value: "replace", label: "Replace" },
  { value: "remove", label: "Remove" },
  { value: "received_at", label: "Time of receipt" },
  { value: "trim", label: "Trim" },
  { value: "cast", label: "Read as" },
];

let drafted = 0;

/** A step to be typed, from one that is known or from nothing. */
export function draftOf(step?: MappingStep): StepDraft {
  drafted += 1;
  const empty = {
    id: drafted,
    op: "set" as StepOp,
    path: "",
    from: "",
    value: "",
    to: "",
    when: "missing" as const,
  };
  if (step === undefined) return empty;
  const draft: StepDraft = { ...empty, op: step.op, path: step.path };
  if ("when" in step) draft.when = step.when;
  if (step.op === "set") draft.value = textOf(step.value);
  if (step.op === "copy" || step.op === "move") draft.from = step.from;
  if (step.op === "replace") return { ...draft, from: textOf(step.from), to: textOf(step.to) };
  if (step.op === "cast") draft.to = step.to;
  return draft;
}

const textOf = (value: unknown): string => (typeof value === "string" ? quoted(value) : stringifyJson(value));
/** A text that would be read as something else is written as JSON. */
const quoted = (text: string): string => (readValue(text) === text ? text : JSON.stringify(text));

/** What is typed as a value: JSON where it is a number, a truth, null, a list, an object or a quoted text; else the text. */
export function readValue(text: string): unknown {
  const trimmed = text.trim();
  if (!/^(?:-?\d|true$|false$|null$|[[{"])/.test(trimmed)) return text;
  try {
    return JSON.parse(trimmed);
  } catch {
    return text;
  }
}

export type ReadDrafts = { mapping: Mapping | null; faults: Map<number, string> };

/** The mapping that is typed, or which of its steps cannot be read and why. */
export function readDrafts(drafts: readonly StepDraft[]): ReadDrafts {
  const faults = new Map<number, string>();
  const steps: Mapping = [];
  for (const draft of drafts) {
    const fault = missingIn(draft);
    const read = fault === null ? mapping.safeParse([rawStep(draft)]) : null;
    if (fault !== null) faults.set(draft.id, fault);
    else if (read?.success) steps.push(...read.data);
    else faults.set(draft.id, read?.error?.issues[0]?.message ?? "This step cannot be read.");
  }
  return { mapping: faults.size === 0 ? steps : null, faults };
}

function missingIn({ op, path, from, value }: StepDraft): string | null {
  if (path.trim() === "") return "Name the field.";
  if (op === "set" && value === "") return "Say which value it gets.";
  if ((op === "copy" || op === "move") && from.trim() === "") return "Name the field it comes from.";
  return null;
}

function rawStep({ op, path: typed, from, value, to, when }: StepDraft): unknown {
  const path = typed.trim();
  switch (op) {
    case "set":
      return { op, path, value: readValue(value), when };
    case "copy":
    case "move":
      return { op, from: from.trim(), path, when };
    case "replace":
      return { op, path, from: readValue(from), to: readValue(to) };
    case "received_at":
      return { op, path, when };
    case "cast":
      return { op, path, to: to || "string" };
    default:
      return { op, path };
  }
}

/** A step in words, for what was frozen. */
export function describeStep(step: MappingStep): string {
  const unless = "when" in step && step.when === "missing" ? " where it is missing" : "";
  switch (step.op) {
    case "set":
      return `Set ${step.path} to ${stringifyJson(step.value)}${unless}`;
    case "copy":
      return `Copy ${step.from} to ${step.path}${unless}`;
    case "move":
      return `Move ${step.from} to ${step.path}${unless}`;
    case "remove":
      return `Remove ${step.path}`;
    case "replace":
      return `Replace ${stringifyJson(step.from)} in ${step.path} by ${stringifyJson(step.to)}`;
    case "received_at":
      return `Take ${step.path} from when it was received${unless}`;
    case "trim":
      return `Trim ${step.path}`;
    case "cast":
      return `Read ${step.path} as a ${step.to}`;
  }
}
