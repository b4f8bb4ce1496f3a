/** The command was called in a way that can't work; its message says what to do instead. Exit code 2. */
export class UsageError extends Error {
  override name = "UsageError";
}
