/** The values a tool's link templates may name. Null: this case has none. */
export type TemplateValues = Readonly<Record<string, string | null>>;

export type FilledLink =
  | { label: string; url: string }
  /** Names what is missing or wrong, so that nobody is sent to the wrong place. */
  | { label: string; problem: string };

const PLACEHOLDER = /\{([a-z_]+)\}/g;

/**
 * A link into the outside system, each value percent-encoded: a key with `&` or `/` in it stays one value. A template
 * with a value that this case lacks, or that leads to no web address, gives no link.
 */
export function fillTemplate(template: { label: string; url: string }, values: TemplateValues): FilledLink {
  const { label } = template;
  const known = new Map(Object.entries(values));
  const names = [...template.url.matchAll(PLACEHOLDER)].map(([, name]) => name ?? "");
  const missing = names.find((name) => (known.get(name) ?? null) === null);
  if (missing !== undefined) {
    return {
      label,
      problem: known.has(missing) ? `this case has no ${missing}` : `{${missing}} is not known`,
    };
  }
  const url = template.url.replace(PLACEHOLDER, (_, name: string) =>
    encodeURIComponent(known.get(name) ?? ""),
  );
  return isWebAddress(url) ? { label, url } : { label, problem: "it is not a web address" };
}

/** Whether a link may be drawn: anything but http and https could run in this page. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol);
}
