/** A filter as a person reads it: `code is not rate_limited`, `effect not reported`. */
export function filterWords(name: string, value: string): { name: string; value: string } {
  if (name === "absent") return { name: value, value: "not reported" };
  if (name === "unmapped") return { name, value: value === "true" ? "only unmapped" : "only mapped" };
  if (name === "effect" && value === "null") return { name, value: "not reported" };
  if (name !== "except") return { name, value };
  const colon = value.indexOf(":");
  const taken = value.slice(colon + 1);
  return { name: `${value.slice(0, colon)} is not`, value: taken === "" ? "“not reported”" : taken };
}
