import { BASE_PATH } from "./base-path";

/** What the API says about a failure of its own (CONTRACT "Errors of the API itself"), parsed leniently. */
export type Problem = {
  code: string;
  class: string;
  message: string;
  field?: string;
  received?: unknown;
  permitted?: unknown[];
  hint?: string;
  retryable?: boolean;
  retry_after?: number;
  effect?: string;
  reference?: string;
  [detail: string]: unknown;
};

/** A refused or failed call. `status` is 0 when no answer came. Tell apart by `problem.code`. */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: Problem;

  constructor(status: number, problem: Problem, cause?: unknown) {
    super(problem.message, { cause });
    this.name = "ApiError";
    this.status = status;
    this.problem = problem;
  }
}

/** The failure of a call that got no answer. What waited in vain is not repeated unasked: the wait was long enough. */
export function unreachable(cause: unknown): ApiError {
  const late = cause instanceof Error && cause.name === "TimeoutError";
  return new ApiError(
    0,
    {
      code: "unreachable",
      class: "transient",
      message: late ? "The server did not answer in time." : "The server did not answer.",
      hint: late ? "It may be busy. Try again." : "Check the connection, then try again.",
      retryable: !late,
    },
    cause,
  );
}

/** An answer as an ApiError, also when it is not a problem document (a proxy's error page, say). */
export async function readProblem(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const said = typeof body === "object" && body !== null ? (body as Partial<Problem>) : {};
  return new ApiError(response.status, {
    ...said,
    code: typeof said.code === "string" ? said.code : `http_${response.status}`,
    class: typeof said.class === "string" ? said.class : "system",
    message:
      typeof said.message === "string" ? said.message : `The server answered with status ${response.status}.`,
  });
}

type Described = {
  message: string;
  hint?: string;
  /** Where the next step is, to be opened beside the page */
  link?: { href: string; label: string };
  code: string | null;
  reference: string | null;
};

/** For whoever has to sign in without leaving what they wrote. */
export const SIGN_IN_LINK = { href: `${BASE_PATH}/sign-in`, label: "Sign in" };

/** The API speaks to programs, which send keys; a person in the console has a session. */
const SIGNED_OUT = {
  message: "You were signed out.",
  hint: "Sign in again in a new tab, then save again. What you wrote is still here.",
  link: SIGN_IN_LINK,
};

/** Any thrown value in the props of `ErrorState`. */
export function describeError(error: unknown): Described {
  if (!(error instanceof ApiError)) {
    return { message: "Something failed in this page that was not thought of.", code: null, reference: null };
  }
  const { message, hint, code, reference = null } = error.problem;
  if (code === "unauthenticated") return { ...SIGNED_OUT, code, reference };
  return { message, ...(hint && { hint }), code, reference };
}
