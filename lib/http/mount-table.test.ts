import { expect, test } from "vitest";
import { createMountTable } from "./mount-table";

const answer = async () => new Response(null);
const find = createMountTable([
  { method: "GET", path: "/api/v1/verdicts", handler: answer },
  { method: "PUT", path: "/api/v1/frames/[reference]", handler: answer },
]);

test("a reference keeps every character it was sent with", () => {
  expect(find("PUT", "/api/v1/frames/a%2Fb%23c%3Fd%25e%2Bf%3Ag%C3%A9+h")?.params).toEqual({
    reference: "a/b#c?d%e+f:gé+h",
  });
});

test("HEAD is answered by GET, other methods and paths are left to Next", () => {
  expect(find("HEAD", "/api/v1/verdicts")?.handler).toBe(answer);
  expect(find("POST", "/api/v1/verdicts")).toBeNull();
  expect(find("GET", "/api/v1/verdicts/")).toBeNull();
  expect(find("PUT", "/api/v1/frames/")).toBeNull();
  expect(find("PUT", "/api/v1/frames/a/b")).toBeNull();
  expect(find("PUT", "/api/v1/frames/%E0%A4%A")).toBeNull();
});
