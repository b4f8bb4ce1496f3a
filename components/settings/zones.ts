/** Every zone this process knows, UTC first; asked on the server, where a chosen one has to be known. */
export function timeZones(): string[] {
  return ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];
}
