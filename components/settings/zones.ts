/** Every zone this process knows, UTC first; asked on the server, where a chosen one has to be known. */
export function timeZones(): string[] {
  return ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];
}

/** Zones to choose from. One may be in use under another of its names (`Asia/Kolkata`); it is offered as well. */
export function zoneOptions(zones: readonly string[], used: string): { value: string; label: string }[] {
  const all = used === "" || zones.includes(used) ? zones : [used, ...zones];
  return all.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }));
}
