import { expect, test } from "vitest";
import { ApiError } from "./api-error";
import { fieldErrors } from "./field-errors";

function refused(problem: Record<string, unknown>): ApiError {
  return new ApiError(422, { code: "invalid", class: "validation", message: "", ...problem });
}

test("the field of a problem is told apart from its message", () => {
  const error = refused({ field: "email", message: "email: must be an e-mail address" });
  expect(fieldErrors(error)).toEqual({ email: "Must be an e-mail address" });
});

test("every listed fault finds its field, and the first of a field wins", () => {
  const error = refused({
    field: "name",
    message: "name: is too long",
    errors: [
      { field: "name", message: "is too long" },
      { field: "scopes.0", message: "is not a scope" },
      { field: "scopes.1", message: "is not one either" },
    ],
  });
  expect(fieldErrors(error)).toEqual({ name: "Is too long", scopes: "Is not a scope" });
});

test("a failure without a field, or that is no answer at all, blames no field", () => {
  expect(fieldErrors(refused({ message: "No." }))).toEqual({});
  expect(fieldErrors(new Error("x"))).toEqual({});
});
