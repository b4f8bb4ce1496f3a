import { applyRule, HIDDEN, type Rule } from "./pattern-rule";
import { countHidden, type Scrub } from "./scrub-rules";
import { isProse } from "./secret-likeness";
import { isSecretName } from "./secret-name";
import { isSecretOf } from "./secret-parameter";
import { isSecretLabel, isSecretType } from "./telling-places";

/** Secrets in XML and HTML: what stands in an element, or in an attribute that another one names. */

/** What an element holds, also where it is marked as plain text. */
const CONTENT = "(?:[^<>]{1,4096}|\\s{0,40}<!\\[CDATA\\[(?:[^\\]]|\\](?!\\]>)){1,4096}\\]\\]>\\s{0,40})";

/** `<password>…</password>` */
const ELEMENT: Rule = {
  kind: "named_value",
  pattern: new RegExp(`<([A-Za-z_][\\w:.-]{0,63})(\\s[^<>]{0,200})?>(${CONTENT})(?=<\\/)`, "g"),
  replace: (match, name, attributes = "", content = "") =>
    content !== HIDDEN && isSecretName(name.slice(name.indexOf(":") + 1))
      ? `<${name}${attributes}>${HIDDEN}`
      : match,
};

/** `<name>password</name><value>…</value>`, `<key>password</key><string>…</string>` */
const NAMED_ELEMENT: Rule = {
  kind: "named_value",
  pattern: new RegExp(
    `(<((?:[\\w-]{1,30}-)?)(?:name|key)>\\s{0,20}([\\w .-]{1,100}?)\\s{0,20}</\\2(?:name|key)>\\s{0,80}<((?:[\\w-]{1,30}-)?(?:value|string|data))>)(${CONTENT})(?=</)`,
    "gi",
  ),
  replace: (match, head, _, name = "", __, content = "") =>
    isSecretLabel(name.trim()) && isSecretOf(name.trim(), content) && content !== HIDDEN
      ? `${head}${HIDDEN}`
      : match,
};

const QUOTED = `\\\\{0,4}"[^"<]{0,2048}"|\\\\{0,4}'[^'<]{0,2048}'`;
/** A tag with attributes; quotation marks may be escaped, as in JSON. */
const TAG = new RegExp(
  `<[A-Za-z_][\\w:.-]{0,63}(?:\\s{1,20}[\\w:.@-]{1,64}(?:\\s{0,4}=\\s{0,4}(?:${QUOTED}|[^\\s"'<>\\\\]{1,200}))?){1,30}\\s{0,20}/?>`,
  "g",
);
const ATTRIBUTE =
  /([\w:.@-]{1,64})(\s{0,4}=\s{0,4})(\\{0,4}["']?)((?<=")[^"]*?(?=\\*")|(?<=')[^']*?(?=\\*')|[^\s"'<>\\]{1,200})/g;
const LABEL = /^(?:name|key|id|n|property|field|parameter|param|label|variable)$/i;
const VALUE = /^(?:value|val|v|default|defaultvalue|content|data-value)$/i;
/** A tag whose content is what it names; a link's and a button's are for people. */
const HOLDS =
  /^<(?!(?:option|label|th|a|h\d|button|legend)\b)[^>]*\s(?:name|key|n|property|field|param(?:eter)?|variable)\s{0,4}=/i;
const BEHIND = new RegExp(`(\\s{0,80}<(?:value|val|string)>)?(${CONTENT})(?=</)`, "y");

/** Hides the value beside the name in a tag, `<add key="Password" value="…"/>`, and behind it, `<entry name="password">…`. */
function scrubTags(text: string, scrub: Scrub): string {
  let kept = "";
  let from = 0;
  TAG.lastIndex = 0;
  for (let match = TAG.exec(text); match !== null; match = TAG.exec(text)) {
    const [tag] = match;
    const name = nameIn(tag);
    if (name === "") continue;
    const end = TAG.lastIndex;
    const hidden = hideValue(tag, name, scrub);
    kept += text.slice(from, match.index) + hidden;
    from = end;
    BEHIND.lastIndex = end;
    const [, within = "", content] = (tag.endsWith("/>") ? null : BEHIND.exec(text)) ?? [];
    if (content === undefined || content === HIDDEN || isAbout(name, content) || !HOLDS.test(tag)) continue;
    kept += within + HIDDEN;
    from = TAG.lastIndex = end + within.length + content.length;
    countHidden(scrub, "named_value");
  }
  return from === 0 ? text : kept + text.slice(from);
}

/** The secret's name that a tag says it has, or that an input's type says; "" where it says none. */
function nameIn(tag: string): string {
  let name = "";
  for (const [, attribute = "", , , value = ""] of tag.matchAll(ATTRIBUTE)) {
    const plain = attribute.slice(attribute.indexOf(":") + 1);
    if (/^type$/i.test(plain) ? isSecretType(value) : LABEL.test(plain) && isSecretLabel(value)) name = value;
  }
  return name;
}

function hideValue(tag: string, name: string, scrub: Scrub): string {
  return tag.replace(
    ATTRIBUTE,
    (match: string, attribute: string, sign: string, quote: string, value: string) => {
      if (!VALUE.test(attribute) || value === "" || value === HIDDEN || isAbout(name, value)) return match;
      countHidden(scrub, "named_value");
      return `${attribute}${sign}${quote}${HIDDEN}`;
    },
  );
}

const isAbout = (name: string, value: string) =>
  value.trim() === "" || isProse(value) || !isSecretOf(name, value);

/** A text without the secrets that its markup names. */
export function scrubMarkup(text: string, scrub: Scrub): string {
  let left = text;
  if (left.includes("=") && left.includes("<")) left = scrubTags(left, scrub);
  if (!left.includes("</")) return left;
  return applyRule(ELEMENT, applyRule(NAMED_ELEMENT, left, scrub), scrub);
}
