/**
 * A condition that keeps Errata from starting and that the operator can put right. The message is one
 * line which says what is wrong and what to do: it is printed as it is, without a stack.
 */
export class StartupError extends Error {
  override readonly name = "StartupError";
}
