type Place = { environment: string | null; service: string | null };

/** `production · support-agent`; an absent part is a value of its own and is said. */
export function placeOf({ environment, service }: Place): string {
  return `${environment ?? "no environment"} · ${service ?? "no service"}`;
}
