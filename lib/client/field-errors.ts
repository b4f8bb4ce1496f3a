import { ApiError } from "./api-error";

/** What is wrong with each field of a form, by the field's name. */
export type FieldErrors = Readonly<Record<string, string>>;

type Fault = { field: string; message: string };

function faultsOf({ problem }: ApiError): Fault[] {
  const listed = Array.isArray(problem.errors) ? (problem.errors as Partial<Fault>[]) : [];
  const faults = [{ field: problem.field, message: problem.message }, ...listed];
  return faults.filter(
    (fault): fault is Fault => typeof fault.field === "string" && typeof fault.message === "string",
  );
}

/** `scopes.0: must be …` is shown at the field, which needs no name again. */
function sentenceOf({ field, message }: Fault): string {
  const bare = message.startsWith(`${field}: `) ? message.slice(field.length + 2) : message;
  return bare.charAt(0).toUpperCase() + bare.slice(1);
}

/**
 * The faults that a refused write names (`field` and `errors` of the problem), by the outermost name of their path.
 * The first fault of a field wins. Empty for anything else that was thrown.
 */
export function fieldErrors(error: unknown): FieldErrors {
  if (!(error instanceof ApiError)) return {};
  const errors: Record<string, string> = {};
  for (const fault of faultsOf(error)) errors[fault.field.split(".")[0] ?? fault.field] ??= sentenceOf(fault);
  return errors;
}
