import { expect, test } from "vitest";
import { toEventItem } from "./event-item";

const TRACE = 'Traceback (most recent call last):\n  File "/srv/app/pay.py", line 3, in pay\nValueError: no';
const stored = {
  event_id: "e",
  body: JSON.stringify({
    message: TRACE,
    attributes: { amount: 12, to: "ada@customer.example", log: [TRACE] },
  }),
};

test("whoever may read arguments and no frames gets arguments without the frames in them", () => {
  const item = toEventItem(stored, { attributes: true, leaks: false });
  expect(item.attributes).toEqual({ amount: 12, to: "ada@customer.example", log: ["[trace]"] });
  expect(JSON.stringify(item)).not.toContain("pay.py");
});

test("whoever may read frames gets all as sent, and whoever may read neither gets no arguments", () => {
  expect(toEventItem(stored, { attributes: true, leaks: true })).toMatchObject(JSON.parse(stored.body));
  expect(toEventItem(stored, { attributes: false, leaks: false })).toEqual({
    event_id: "e",
    message: "[trace]",
  });
});
