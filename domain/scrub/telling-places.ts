import { PRIVATE_MEMBER } from "./key-members";
import { isSecretName, mayHoldSecretName } from "./secret-name";
import { isRows } from "./table-columns";

/** Members whose value a label beside them names, `{"Name": "DB_PASSWORD", "Value": "…"}`. */
const VALUE =
  /^(?:values?|val|v|(?:rejected|attempted|actual|current|new|old|previous|raw|default|initial)_?values?|default|initial|old|new|previous|arg|argument)$/i;
const LABEL =
  /^(?:name|key|k|id|label|header|variable|var|env|param|parameter|property|setting|option|flag|field|column|path|loc)$/i;
/** `{"type": "password", "value": "…"}`, as forms describe their inputs. */
const TYPE = /^(?:(?:input_?)?type|kind)$/i;
/** Those of a refusal by a schema, `{"loc": ["body", "password"], "input": "…"}`; a tool's `name` names no `input`. */
const RECEIVED = /^(?:input|received|actual)$/i;
const FIELD = /^(?:field|path|loc|property|param|parameter)$/i;
const LABEL_CHARACTERS = 100;
const LONGEST_MEMBER = 16;

/** What a member of an object can be to one beside it: what names it, and what is named, by any label or by a field's. */
export type Part = {
  is_label: boolean;
  is_field: boolean;
  is_type: boolean;
  named_by: "nothing" | "label" | "field";
  /** Rows, whose columns are named beside them. */
  is_rows: boolean;
  /** Private in a key that is written member by member. */
  is_of_key: boolean;
};
export const NO_PART: Part = {
  is_label: false,
  is_field: false,
  is_type: false,
  named_by: "nothing",
  is_rows: false,
  is_of_key: false,
};

/** What a member is by its name. */
export function partOf(member: string): Part {
  if (member.length > LONGEST_MEMBER) return NO_PART;
  const part: Part = {
    is_label: LABEL.test(member),
    is_field: FIELD.test(member),
    is_type: TYPE.test(member),
    named_by: VALUE.test(member) ? "label" : RECEIVED.test(member) ? "field" : "nothing",
    is_rows: isRows(member),
    is_of_key: PRIVATE_MEMBER.test(member),
  };
  return Object.values(part).some((said) => said === true || said === "label" || said === "field")
    ? part
    : NO_PART;
}

/** The label that names a member of an object beside it; "" where nothing does. */
export function labelOf({ named_by }: Part, object: object, part: (member: string) => Part): string {
  if (named_by === "nothing") return "";
  // Not by its entries: those would be made once more for each member that may have a label.
  for (const name in object) {
    const { is_label, is_field, is_type } = part(name);
    if (!(named_by === "label" ? is_label || is_type : is_field)) continue;
    const value: unknown = Reflect.get(object, name);
    const label = Array.isArray(value) ? value.at(-1) : value;
    if (typeof label !== "string" || label.length > LABEL_CHARACTERS) continue;
    const named = is_field ? lastName(label) : label;
    if (is_type ? isSecretType(named) : isSecretLabel(named)) return named;
  }
  return "";
}

/** The last name of a path, `user.password` and `/user/password`. */
export function lastName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("."), path.lastIndexOf("/")) + 1);
}

/** A label of several words is a secret's by its end: `API key` is, `Password reset` is not. */
export function isSecretLabel(label: string): boolean {
  if (!isSecretName(label)) return false;
  const last = label.slice(label.lastIndexOf(" ") + 1);
  return last === label || isSecretName(last) || /^(?:keys?|words?|phrase|code)$/i.test(last);
}

/** `type="password"`: what an input takes. A token of a parser has a type as well. */
export function isSecretType(type: string): boolean {
  return type.length <= LABEL_CHARACTERS && /pass|pwd|secret|credential/i.test(type) && isSecretName(type);
}

const HEADER = /^(?:[A-Za-z]+-[A-Za-z-]*|(?:set-)?cookie|authorization)$/i;
const NAME = /^[A-Za-z][A-Za-z_-]{1,99}$/;
const WORDS = /^[A-Za-z_-]{1,24}$/;

/**
 * Whether a text behind another one of a list is the value that the other one names, `["X-Api-Key", "…"]`. A list of
 * names, `["password", "token", "oauth2"]`, has none.
 */
export function isNamedBefore(name: string, value: string): boolean {
  if (!NAME.test(name) || !mayHoldSecretName(name) || !isSecretName(name)) return false;
  return HEADER.test(name) ? !WORDS.test(value) : isLikeSecret(value);
}

/** Whether a text where a secret may stand looks like one and not like a word, a name or a sentence. */
export function isLikeSecret(value: string): boolean {
  return value.length >= 8 && !/\s/.test(value) && /\d|[^\w.-]/.test(value) && !isNumberedName(value);
}

/** `access_token_v2`, a name among names. */
function isNumberedName(value: string): boolean {
  return value.length <= 100 && isSecretName(value.replace(/[_-]?v?\d{1,2}$/, ""));
}
