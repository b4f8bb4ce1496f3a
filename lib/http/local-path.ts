/**
 * `next` after signing in, if it is a path of this site; else `/`. Browsers read `//host`, `/\host` and
 * paths with tabs or line ends as other sites, so those are none of ours.
 */
export function localPath(next: string | string[] | null | undefined): string {
  if (typeof next !== "string" || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next)) return "/";
  const { pathname, search, hash } = new URL(next, "http://local.invalid");
  // `/.//host` only turns into `//host` when the dots are resolved.
  return pathname.startsWith("//") ? "/" : pathname + search + hash;
}
