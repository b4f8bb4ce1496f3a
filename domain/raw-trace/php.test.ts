import { expect, it } from "vitest";
import { readTrace } from "./read-trace";

it("puts what was raised last first, and names the function each place stands in", () => {
  const read = readTrace(`PHP Fatal error:  Uncaught App\\Late: too late in /srv/app/Http.php:7
Stack trace:
#0 /srv/app/Pay.php(12): App\\Http->send('url', Array)
#1 {main}

Next App\\PayError: not paid in /srv/app/Pay.php:14
Stack trace:
#0 /srv/app/vendor/laravel/Router.php(30): App\\Pay->run()
#1 [internal function]: App\\{closure}()
#2 {main}
  thrown in /srv/app/Pay.php on line 14`);
  expect(read.map(({ type, message, relation }) => [type, message, relation])).toEqual([
    ["App\\PayError", "not paid", null],
    ["App\\Late", "too late", "cause"],
  ]);
  expect(read[0]?.frames.map((frame) => [frame.file, frame.line, frame.function, frame.in_app])).toEqual([
    ["/srv/app/Pay.php", 14, "App\\Pay->run", true],
    ["/srv/app/vendor/laravel/Router.php", 30, "App\\{closure}", false],
    ["[internal function]", null, "{main}", false],
  ]);
});

it("reads the older wording, and Laravel's log", () => {
  expect(
    readTrace("exception 'Exception' with message 'it's off' in /a.php:5\nStack trace:\n#0 {main}"),
  ).toMatchObject([
    { type: "Exception", message: "it's off", frames: [{ file: "/a.php", line: 5, function: "{main}" }] },
  ]);
  const laravel = `[2026-11-02 10:00:00] production.ERROR: off {"exception":"[object] (App\\Off(code: 0): off at /srv/app/A.php:9)
[stacktrace]
#0 /srv/app/B.php(3): App\\A->run()
#1 {main}
"}`;
  expect(readTrace(laravel)).toMatchObject([
    { type: "App\\Off", message: "off", frames: [{ line: 9 }, { line: 3 }] },
  ]);
});
