import { describe, expect, it } from "vitest";
import { scrubValue } from "./scrub-value";

const SECRET = "Zq9xW3vT7pLm2Kd8";

describe("a word under a name that could be a secret's", () => {
  it.each([
    { session: "closed" }, { sid: "12345678901", csrf: "mismatch" }, { signature: 123456789012 }, { token: "expired" }, { api_key: "missing" },
    { token: "The access token expired" }, { authorization: "denied" }, { cookie: "disabled" }, { creds: "from the vault" },
    { session: { id: "550e8400-e29b-41d4-a716-446655440000", user: "bob", closed: true, requests: 1234567 } },
    { password: ["This field is required."] }, { password: "too short" }, { credentials: { note: "expired" } }, { name: "session", value: "closed" },
    { errors: { password: ["Passwords do not match.", "must be at least 8 characters", "This password is too common."] } },
    { password: ["is too short (minimum is 8 characters)", "The password field must be at least 8 characters."] },
    { password: { _errors: ["Too small: expected string to have >=8 characters", "Password can't be blank"] } },
    [["session", "closed"], ["token", "expired"]],
  ])("stays: %j", (value) => expect(scrubValue(value, { found: 0 })).toEqual(value)); // biome-ignore format: one list

  it.each([
    { password: "sunshine" }, { password: "expired" }, { password: "incorrect" }, { password: "correct horse battery staple" },
    { password: "this is a long password" }, { passphrase: "too long didn't read" }, { secret: "invalid" }, { pin: "4711" },
    { password: ["This field is required.", "sunshine"] }, { token: "tok_sunshine" }, { session: SECRET }, { session: { value: SECRET } },
    { session: { token: "sunshine" } }, { credentials: { session: "sunshine" } }, { session: { pin: 1 } }, { GITHUB_PAT: SECRET },
    { password: { message: "sunshine" } }, { authorization: "sunshine" }, { otp_code: 123456 }, [["password", "expired"]],
  ])("does not where it may be the secret: %j", (value) => {
    const scrub = { found: 0 };
    const scrubbed = scrubValue(value, scrub);
    expect(JSON.stringify(scrubbed)).not.toMatch(/sunshine|Zq9x|4711|123456|horse|read|long|:1|invalid|expired|incorrect/);
    expect(scrub.found).toBe(1);
    expect(scrubValue(scrubbed, { found: 0 })).toEqual(scrubbed);
  }); // biome-ignore format: one list
});
