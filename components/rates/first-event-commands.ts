const EVENT = {
  reference: "err_7c1f9a",
  tool: "update_ticket",
  code: "invalid_status",
  class: "validation",
  message: "status must be one of open, pending, solved",
  field: "status",
  received: "closed",
  permitted: ["open", "pending", "solved"],
};

export const LANGUAGES = [
  { value: "curl", label: "curl" },
  { value: "typescript", label: "TypeScript" },
  { value: "python", label: "Python" },
] as const;
export type Language = (typeof LANGUAGES)[number]["value"];

/** How to send a first event to the installation at this address, ready to run but for the key. */
export function firstEventCommand(language: Language, base: string): string {
  const json = JSON.stringify(EVENT, null, 2);
  const url = `${base}/api/v1/events`;
  if (language === "curl") {
    return `curl ${url} \\\n  -H "Authorization: Bearer $ERRATA_KEY" \\\n  -H "Content-Type: application/json" \\\n  -d '${json}'`;
  }
  if (language === "typescript") {
    return `await fetch("${url}", {\n  method: "POST",\n  headers: {\n    authorization: \`Bearer \${process.env.ERRATA_KEY}\`,\n    "content-type": "application/json",\n  },\n  body: JSON.stringify(${json.replaceAll("\n", "\n  ")}),\n});`;
  }
  return `import json, os, urllib.request\n\nevent = ${json}\nrequest = urllib.request.Request(\n    "${url}",\n    data=json.dumps(event).encode(),\n    headers={\n        "Authorization": f"Bearer {os.environ['ERRATA_KEY']}",\n        "Content-Type": "application/json",\n    },\n)\nprint(urllib.request.urlopen(request).read().decode())`;
}
