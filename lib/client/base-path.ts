/** The path prefix the console is served under, without a trailing slash; set for the build by next.config. */
export const BASE_PATH = process.env.NEXT_PUBLIC_BASE_PATH ?? "";

/** The address of this installation as the browser sees it, for commands to copy. */
export function baseUrl(): string {
  return `${window.location.origin}${BASE_PATH}`;
}
