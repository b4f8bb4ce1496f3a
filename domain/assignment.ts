import { type DomainError, validationError } from "./errors";

/** Whoever cannot see the case, may not work on cases or cannot sign in; which of these is nobody's business. */
export function cannotBeAssigned(field: string, person_id: string): DomainError {
  return validationError("cannot_be_assigned", "This person cannot be asked to see to this case.", {
    ...{ field, received: person_id },
    hint: "Choose one of GET /api/v1/cases/assignees?case_id=…",
  });
}
