import { expect, test } from "vitest";
import { fillTemplate, isWebAddress } from "./fill-template";

const values = { idempotency_key: "refund/88 12&x=1#ü", tenant: null, dots: ".." };
const fill = (url: string) => fillTemplate({ label: "Provider", url }, values);

test("values are encoded, so that a key stays one value", () => {
  expect(fill("https://pay.example/search?key={idempotency_key}&page=1")).toEqual({
    label: "Provider",
    url: "https://pay.example/search?key=refund%2F88%2012%26x%3D1%23%C3%BC&page=1",
  });
});

test.each([
  ["https://pay.example/{tenant}", "this case has no tenant"],
  ["https://pay.example/{constructor}", "{constructor} is not known"],
  ["javascript:alert('{idempotency_key}')", "it is not a web address"],
  ["https://pay.example/refunds/{dots}", "a value would lead to another address"],
  ["https://{idempotency_key}.pay.example/", "its host is not fixed"],
  ["https://pay.example:{dots}/", "its host is not fixed"],
])("%s gives no link", (url, problem) => {
  expect(fill(url)).toEqual({ label: "Provider", problem });
});

test.each([
  ["https://pay.example/re_1", true],
  ["javascript:alert(1)", false],
  ["data:text/html,x", false],
  ["pay.example", false],
])("%s as a link: %s", (text, may) => {
  expect(isWebAddress(text)).toBe(may);
});
