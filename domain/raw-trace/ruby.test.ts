import { expect, it } from "vitest";
import { readTrace } from "./read-trace";

const shape = (text: string) =>
  readTrace(text).map(({ type, message, relation, frames }) => ({
    says: [type, message, relation],
    frames: frames.map((frame) => [frame.file, frame.line, frame.function]),
  }));

it("reads what the interpreter prints, with its cause", () => {
  expect(
    shape(`pay.rb:7:in 'Pay#rescue in run': not paid (PayError)
see the order
\tfrom pay.rb:5:in 'Pay#run'
\tfrom /usr/lib/ruby/gems/3.4.0/gems/rack-3.0/lib/rack.rb:9:in 'call'
pay.rb:2:in 'fetch': key not found: :a (KeyError)
\tfrom pay.rb:5:in 'Pay#run'`),
  ).toEqual([
    {
      says: ["PayError", "not paid\nsee the order", null],
      frames: [
        ["pay.rb", 7, "Pay#rescue in run"],
        ["pay.rb", 5, "Pay#run"],
        ["/usr/lib/ruby/gems/3.4.0/gems/rack-3.0/lib/rack.rb", 9, "call"],
      ],
    },
    {
      says: ["KeyError", "key not found: :a", "cause"],
      frames: [
        ["pay.rb", 2, "fetch"],
        ["pay.rb", 5, "Pay#run"],
      ],
    },
  ]);
});

it("turns a numbered trace around", () => {
  const text =
    "Traceback (most recent call last):\n\t2: from a.rb:9:in `<main>'\n\t1: from a.rb:5:in `run'\na.rb:2:in `go': boom (RuntimeError)";
  expect(shape(text)).toEqual([
    {
      says: ["RuntimeError", "boom", null],
      frames: [
        ["a.rb", 2, "go"],
        ["a.rb", 5, "run"],
        ["a.rb", 9, "<main>"],
      ],
    },
  ]);
});

it("reads what Rails logs", () => {
  const text = `ActiveRecord::RecordNotFound (Couldn't find Order):

app/controllers/orders_controller.rb:12:in \`show'
actionpack (7.1.0) lib/action_controller/metal.rb:63:in \`call'

Caused by: KeyError (key not found)
app/models/order.rb:3:in \`fetch'`;
  expect(shape(text).map(({ says }) => says)).toEqual([
    ["ActiveRecord::RecordNotFound", "Couldn't find Order", null],
    ["KeyError", "key not found", "cause"],
  ]);
  expect(readTrace(text)[0]?.frames.map((frame) => frame.in_app)).toEqual([true, false]);
});
