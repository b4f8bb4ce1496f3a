import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mayHide } from "./may-hide";
import type { ScrubRules } from "./scrub-rules";
import { scrubText } from "./scrub-text";
import { mayHoldSecretName } from "./secret-name";

const ALL: ScrubRules = { email_addresses: true, card_numbers: "all", custom: [] };
/** With a rule of one's own nothing is passed over. */
const THOROUGH: ScrubRules = {
  ...ALL,
  custom: [{ kind: "custom:none", replace: (text) => ({ text, found: 0 }) }],
};

describe("a first look", () => {
  it("passes over no text in which a rule finds something", () => {
    const pieces = [
      "password", "pw", "Pw", "PASSWD", "token", "secret", "api", "_key", "KEY", "pat", "GITHUB_PAT", "githubPat", "userPat", "session", "SessId",
      "cookie", "bearer ", "Basic ", "dXNlcjpwYXNz=", "identified by ", "code_verifier", "jwt", "cvv", "kennwort", "senha", "wachtwoord",
      "contraseña", "passe", "auth", "otp", "pin", "sig", "csrf", "creds", "credential", "login", "sign_in", "connect", "mysqli", "PDO", "open",
      "curl -u a:", "mysql -p", "mariadb -p", "sshpass -p ", "redis-cli -a ", "docker login -p ", "podman login -p ", "private key", "BEGIN ",
      "-----", "END ", "eyJ", "0a1b2c3d4e5f6789aB", "sunshine", "ghp_", "sk-", "AKIAIOSFODNN7EXAMPLE", "://", "bob:pw", "@", "shop.example", "(", ")",
      "'", '"', ", ", ":", "=", "->", "?", "&", ";", "%3D", "%40", "\n", "\u001b[1m", "&quot;", "4111 1111 1111 1111", "378282246310005",
      "<", "</", ">", "x", " ", "\n", "é", "\u00a0", "-us12", "123456789:AA",
      "kty", '"d":"abcd"', "@tcp(h:1)/", "form-data; name=", "\u200b", "\u00ad", "：", "＝", "＠", "（", "“", "”", "‘", "«", "&lt;", "value=", "<x name=",
    ]; // biome-ignore format: one list
    const text = fc
      .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 7 })
      .map((parts) => parts.join(""));
    let passed = 0;
    const property = fc.property(text, (some) => {
      if (mayHide(some, ALL)) return;
      passed += 1;
      expect(scrubText(some, THOROUGH)).toEqual({ text: some, found: 0 });
    });
    fc.assert(property, { numRuns: 60_000, seed: 11 });
    expect(passed).toBeGreaterThan(1_000);
  });

  it("passes over no secret's name, wherever it stands", () => {
    const names = [
      "pw", "psw", "pwd", "secret", "token", "credential", "creds", "bearer", "jwt", "cookie", "cvv", "cvc", "kennwort", "senha", "wachtwoord",
      "pass", "passe", "auth", "otp", "pin", "sid", "sig", "csrf", "xsrf", "sess", "key", "contrase", "x_pat", "x-pat", "githubpat", "gitlabpat",
      "devopspat", "accesspat", "userpat", "deploypat", "jirapat", "botpat",
    ]; // biome-ignore format: one list
    for (const name of [...names, ...names.map((name) => name.toUpperCase())])
      for (const text of [name, `${name}7`, `${name}_x`, `x_${name}`, `7${name}7`, ` ${name} `]) {
        expect(mayHoldSecretName(text), text).toBe(true);
        expect(mayHide(text, ALL), text).toBe(true);
      }
  });

  it.each([
    "The refund of order ord_81237 was refused: the amount is larger than what was paid (4200 > 3900).",
    "https://api.shop.example/v1/orders/ord_81237?page=2", "0c5e4f83-ee32-2c22-c6c3-98a94981de87", "status must be one of open, paid, cancelled",
    "upstream answered 503 after 3 tries", "order_id", "amount", "C:\\a", "100 % of it",
  ])("passes over %s", (text) => expect(mayHide(text, ALL)).toBe(false)); // biome-ignore format: one list
});
