import { type Allowance, itemsLeft, secondsUntilAnything, secondsUntilFull } from "@/domain/allowance";
import type { DomainError } from "@/domain/errors";

/** draft-ietf-httpapi-ratelimit-headers-10: the rule, and what is left of it. */
type Fields = [name: "ratelimit-policy" | "ratelimit", value: string][];

/** `t`: until the whole quota is there again; when nothing is left, until something is. */
export function rateLimitFields(name: string, allowance: Allowance): Fields {
  const left = itemsLeft(allowance);
  const seconds = left === 0 ? secondsUntilAnything(allowance) : secondsUntilFull(allowance);
  return [
    ["ratelimit-policy", `"${name}";q=${allowance.per_minute};w=60`],
    ["ratelimit", `"${name}";r=${left};t=${seconds}`],
  ];
}

/** Those of a refusal: nothing is left for so many seconds. The rule goes along where the failure knows it. */
export function refusalFields({ code, quota }: DomainError, seconds: number): Fields {
  const name = quota?.name ?? code;
  const fields: Fields = [["ratelimit", `"${name}";r=0;t=${seconds}`]];
  if (quota === undefined) return fields;
  const unit = quota.unit === undefined ? "" : `;qu="${quota.unit}"`;
  const window = quota.window_seconds === undefined ? "" : `;w=${quota.window_seconds}`;
  return [["ratelimit-policy", `"${name}";q=${quota.most}${unit}${window}`], ...fields];
}
