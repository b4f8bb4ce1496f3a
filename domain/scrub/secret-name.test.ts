import fc from "fast-check";
import { expect, it } from "vitest";
import { isDoubtfulName, isSecretName, isSecretNumberName, mayHoldSecretName } from "./secret-name";

const part = fc.constantFrom(
  "password", "Pwd", "TOKEN", "api", "Key", "keys", "session", "Id", "sig", "auth", "pin", "user", "x", "count", "_", "-",
); // biome-ignore format: one list

it("never passes over a text that holds a secret's name", () => {
  const name = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(""));
  let secrets = 0;
  const property = fc.property(name, fc.string(), (secret, around) => {
    if (!isSecretName(secret)) return;
    secrets += 1;
    expect(mayHoldSecretName(`${around}${secret}=${around}`)).toBe(true);
  });
  fc.assert(property, { numRuns: 2_000 });
  expect(secrets).toBeGreaterThan(100);
  expect(mayHoldSecretName("result = self.client.request(path, json=body)")).toBe(false);
});

it.each([
  "PGPASSWORD", "MYSQL_PWD", "PASSWORD1", "password2", "DB_PASSWORD_2", "token1", "API_KEY_PROD", "api_key_2", "apikey2",
  "private_key_pem", "SECRET_KEY_BASE", "FERNET_KEY", "DBPASS", "smtpPass", "pw", "db_pw", "accesstoken", "ACCESSTOKEN",
  "csrftoken", "clientsecret", "userpassword", "mypassword", "privatekey", "secretkey", "xapikey", "X-Auth-Token", "secret_id",
  "Passwort", "Kennwort", "mot_de_passe", "motDePasse", "contraseña", "CONTRASEÑA", "senha", "totp", "refresh_token",
])("knows %s for a secret's name", (name) => {
  expect(isSecretName(name)).toBe(true);
  expect(isDoubtfulName(name)).toBe(false);
}); // biome-ignore format: one list

it.each([
  "session", "session_id", "sid", "connect.sid", "JSESSIONID", "PHPSESSID", "jsessionid", "signature", "session_key",
  "service_key", "SUPABASE_SERVICE_ROLE_KEY", "OPENAI_KEY", "client_key", "AccountKey", "csrf", "GITHUB_PAT", "userPat", "gitlabpat", "db_creds",
])("doubts %s", (name) => {
  expect(isSecretName(name)).toBe(true);
  expect(isDoubtfulName(name)).toBe(true);
  expect(isSecretNumberName(name)).toBe(false);
}); // biome-ignore format: one list

it.each([
  "next_page_token", "nextPageToken", "page_token", "sync_token", "nexttoken", "continuationToken", "CancellationToken",
  "stop_token", "eos_token", "token_id", "api_key_id", "token_expires_at", "token_expires_in", "password_changed_at",
  "passwordResetUrl", "cookie_domain", "authorization_status", "secret_name", "token_type", "credentials_file", "primary_key",
  "idempotency_key", "cache_key", "sort_key", "monkey", "keyboard", "bypass", "compass", "author", "authority", "spin", "shopping",
  "design", "resident", "inside", "tokenizer", "max_tokens", "prompt_tokens", "passenger", "order_id", "reference", "code", "pat", "path", "status_code", "pattern",
])("takes %s for no secret's name", (name) => expect(isSecretName(name)).toBe(false)); // biome-ignore format: one list

it("never passes over a text that holds one of the names above", () => {
  for (const name of [
    "contraseña",
    "mot_de_passe",
    "PHPSESSID",
    "DBPASS",
    "pw",
    "OPENAI_KEY",
    "xsrf",
    "senha",
    "JSESSIONID",
    "GITHUB_PAT",
    "githubPat",
    "DB_CREDS",
  ])
    expect(mayHoldSecretName(`${name}=x`)).toBe(true);
});
