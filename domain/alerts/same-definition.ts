import type { AlertDefinition } from "./condition";

/** Whether both fire at the same times. */
export function isSameDefinition(one: AlertDefinition, other: AlertDefinition): boolean {
  return textOf(one) === textOf(other);
}

/** In one order of members, whoever wrote them. */
function textOf({
  condition,
  tenant,
  environment,
  service,
  tool,
  for_minutes,
  resolve_after_minutes,
}: AlertDefinition): string {
  const members = Object.entries(condition).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([members, tenant, environment, service, tool, for_minutes, resolve_after_minutes]);
}
