/** The order matters: Edge and Opera call themselves Chrome, Chrome calls itself Safari. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
  [/^curl\//, "curl"],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** `Chrome on Linux` from a User-Agent: enough to know one's own devices again. */
export function describeAgent(userAgent: string | null): string {
  const find = (table: readonly [RegExp, string][]) =>
    table.find(([form]) => form.test(userAgent ?? ""))?.[1];
  const browser = find(BROWSERS);
  const system = find(SYSTEMS);
  if (!browser && !system) return "Unknown browser";
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? "");
}
