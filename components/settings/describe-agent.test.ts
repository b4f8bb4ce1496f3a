import { expect, test } from "vitest";
import { describeAgent } from "./describe-agent";

test.each([
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    "Chrome on Linux",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0",
    "Edge on Windows",
  ],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Version/17 Safari/605.1.15", "Safari on macOS"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) CriOS/140 Safari/604.1", "Chrome on iPhone"],
  ["Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0", "Firefox on Android"],
  ["curl/8.5.0", "curl"],
  ["", "Unknown browser"],
])("%s", (agent, words) => {
  expect(describeAgent(agent)).toBe(words);
});

test("a session without a User-Agent is said to be unknown", () => {
  expect(describeAgent(null)).toBe("Unknown browser");
});
