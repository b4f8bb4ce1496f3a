import { expect, it } from "vitest";
import { loggedError } from "./logged-error";

it("keeps statement, code and stack, and leaves out every parameter", () => {
  const driver = Object.assign(new Error("invalid input syntax"), {
    code: "22P02",
    parameters: ["what a user pasted"],
    args: ["what a user pasted"],
    detail: "Key (email)=(a@b.example) already exists.",
  });
  const failed = new Error("Failed query: select $1\nparams: what a user pasted", { cause: driver });
  const logged = JSON.stringify(loggedError(failed));
  for (const kept of ["select $1", "22P02", "invalid input syntax", "logged-error.test"])
    expect(logged).toContain(kept);
  for (const secret of ["what a user pasted", "a@b.example"]) expect(logged).not.toContain(secret);
});

it("says of a thrown non-error only what kind it was", () => {
  expect(JSON.stringify(loggedError("secret text"))).not.toContain("secret");
});

it("scrubs a message, and does so before it cuts it", () => {
  for (const before of [0, 1_980]) {
    const message = `${" ".repeat(before)}Bearer abcdefghijklmnopqrstuvwxyz failed`;
    expect(JSON.stringify(loggedError(new Error(message)))).not.toContain("abcdef");
  }
});
