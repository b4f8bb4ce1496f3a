import { describe, expect, it } from "vitest";
import { scrubText } from "./scrub-text";

const SECRET = "Zq9xW3vT7pLm2Kd8";

describe("a value that its name gives away", () => {
  it.each([
    `password=b'${SECRET}'`, `password = f"${SECRET}"`, `token=r'${SECRET}'`, `cfg['password'] = '${SECRET}'`,
    `params[:password] = '${SECRET}'`, `password := "${SECRET}"`, `var password string = "${SECRET}"`,
    `const apiKey: string = "${SECRET}"`, `val password: String = "${SECRET}"`, `password: Optional[str] = "${SECRET}"`,
    `const token = process.env.T ?? "${SECRET}"`, `token = env or "${SECRET}"`, `apiKey = x || '${SECRET}'`,
    `token = os.getenv("TOKEN", "${SECRET}")`, `if password == "${SECRET}":`, `token != "${SECRET}"`, `auth=('bob', '${SECRET}')`,
    `[password] => ${SECRET}`, `["password"]=>\n  string(16) "${SECRET}"`, `password: Some("${SECRET}")`,
    `password=SecretStr('${SECRET}')`, `password: Optional("${SECRET}")`, `password: \`${SECRET}\``,
  ])("is hidden in code: %s", (text) => expectHidden(text)); // biome-ignore format: one list

  it.each([
    `password: ab,${SECRET}`, `password=ab;${SECRET}`, `password=ab&${SECRET}`, `password=ab}${SECRET}`, `password=ab)${SECRET}`,
    `password=ab]${SECRET}`, `password=ab'${SECRET}`, `password=abc\\${SECRET}`, `password: abc,${SECRET}`,
    `password: correct horse ${SECRET}`, `password: not${SECRET}`, `password: |\n  ${SECRET}\n`,
    `key: |\n  a\npassword: >-\n    one\n    ${SECRET}\nb: c`,
  ])("is hidden as a whole: %s", (text) => expectHidden(text)); // biome-ignore format: one list

  it.each([
    ["password: correct horse battery staple", "password: [redacted]"],
    ["password: hunter for the user bob", "password: [redacted] for the user bob"],
    ["user=bob,password=abcd,host=db", "user=bob,password=[redacted],host=db"],
    ["Pwd=abcd;Encrypt=True", "Pwd=[redacted];Encrypt=True"],
    ["Config(user=bob, password=abcd)", "Config(user=bob, password=[redacted])"],
    ["{password=abcd, user=bob}", "{password=[redacted], user=bob}"],
    ["password: Some(\"abcd\")", "password: Some(\"[redacted]\")"],
    ["password: |\n  abcd\nuser: bob", "password: |\n  [redacted]\nuser: bob"],
    ["a=1&password=abcd&page=2", "a=1&password=[redacted]&page=2"],
  ])("leaves what is around it: %s", (text, scrubbed) => expect(scrubText(text).text).toBe(scrubbed)); // biome-ignore format: one list

  it.each([
    `JSESSIONID=${SECRET}`, `https://shop.example/a;jsessionid=${SECRET}?x=1`, `connect.sid=s%3A${SECRET}`, `sid: ${SECRET}`,
    `SUPABASE_SERVICE_ROLE_KEY=${SECRET}`, `OPENAI_KEY=${SECRET}`, `session="${SECRET}"`, `signature: ${SECRET}`,
    `mot de passe : ${SECRET}`, `contraseña: ${SECRET}`, `PGPASSWORD=${SECRET} psql`, `?key=${SECRET}`,
  ])("is hidden by a name that may mean something plain too: %s", (text) => expectHidden(text)); // biome-ignore format: one list
});

describe("a value behind an arrow or an escape", () => {
  it.each([
    `password -> ${SECRET}`, `password → ${SECRET}`, `"password" -> "${SECRET}"`, `token -> ${SECRET}`, `password <- "${SECRET}"`,
    `password->'${SECRET}'`, `:password => "${SECRET}"`, `password ==> ${SECRET}`, `password --> x${SECRET}`, `x\\ntoken=${SECRET}`,
    `x\\tapi_key: ${SECRET}`, `{"log": "a\\\\nauth: ${SECRET}"}`, `\\n--pw ${SECRET}`, `\\nBearer ${SECRET}`, `\\r\\n{"name":"token","value":"${SECRET}"}`,
    `said\\neyJhbGciOiJIUzI1NiJ9.eyJ${SECRET}.${SECRET}`, `\\teyJhbGciOiJIUzI1NiJ9.eyJ${SECRET}`, `\\u000aeyJhbGciOiJIUzI1NiJ9.eyJ${SECRET}`,
    `GITHUB_PAT=${SECRET}`, `AZURE_DEVOPS_PAT: ${SECRET}`, `githubPat: ${SECRET}`, `DB_CREDS=${SECRET}`, `MYSQL_PWD=${SECRET}`, `DB_PASS=${SECRET}`,
  ])("is hidden: %s", (text) => expectHidden(text)); // biome-ignore format: one list

  it("is hidden where it is a word and its name a password's", () => {
    expect(scrubText("password -> sunshine, then").text).toBe("password -> [redacted], then");
    expect(scrubText("otp_code: 123456").text).toBe("otp_code: [redacted]");
  });

  it.each([
    "$this->password->verify($x)", "$user->token->value", "token -> token.getValue()", "session -> { return 1; }", "(token, user) -> token",
    "password -> encoder.encode(password)", "Settings → API key → Create", "Password → Change", "token -> Expr", "def get_password(self) -> str:",
    "password -> password_hash", "secret -> store", "old password -> new password", "filename_pat = re.compile(x)", "path: /srv/app",
    "grep_pat: '^a.*b'", "status_code: 123456", "C:\\new\\token_list.txt: not found",
  ])("stays: %s", (text) => expectKept(text)); // biome-ignore format: one list
});

describe("words and code behind a secret's name", () => {
  it.each([
    "Enter your password: must be at least 8 characters", "password: too short", "password: ['This field is required.']",
    'password: ["must be at least 8 characters", "too common"]', "field password: This field is required.",
    "Unexpected token: punc (})", "Unexpected token: abc", "Invalid token: unexpected end of input", "Authorization: denied",
    "authorization: required for this tool", "Authorization: you must be an admin", "Cookie: disabled by browser", "jwt: malformed",
    "auth: failed", "session: closed", "otp: enabled", "token: expired.", "Could not validate credentials: unknown user",
    "pass: the salt", "Enter PIN: then press OK", "the secret: don't panic", "invalid_token: The access token expired",
    "validation failed for token: must be a string", "password is required", "the password is incorrect", "a new password was set",
    "the token is expired, and secret things happen", "Basic authentication is required", "bearer authentication required",
    "basic understanding of things", "Basic plan-subscription needed", "BEARER AUTHENTICATION REQUIRED",
    "user login failed: login with password required",
  ])("are kept: %s", (text) => expectKept(text)); // biome-ignore format: one list

  it.each([
    "session = requests.Session()", "session = Session()", "def f(auth: Auth, session: Session) -> None:",
    "def f(token: str, password: Optional[str] = None):", "tokens = tokenizer.encode(text)", "signature = sign(body)",
    "signature=inspect.signature(f)", "const session = await getSession(req)", "this.session = session;", "self.tokens = []",
    "token = self.token", "password=args.password,", "api_key=settings.API_KEY)", "client(api_key=api_key, token=token)",
    "token = b64encode(raw)", "password: hash(value)", "with Session() as session: pass", "auth = auth or default",
    "session: aiohttp.ClientSession", "let token = Token::parse(input)", "password = request.form['password']",
  ])("are kept in code: %s", (text) => expectKept(text)); // biome-ignore format: one list

  it.each([
    "session_id=550e8400-e29b-41d4-a716-446655440000", "token_id=550e8400-e29b-41d4-a716-446655440000", "token_id: 12345",
    "sid: SM0a1b2c3d4e5f67890a1b2c3d4e5f6789", 'session: {"id": 7}', "next_page_token: CAUQAA", "service_key: billing",
    "session_key=agent:main", "token_expires_at=2026-11-30T00:00:00Z", "password_changed_at: 2026-11-30", "https://x/?key=orders&page=2",
    "https://x/?session=morning", "cookie_domain=example.com", "secret_name=prod/db", "Key (session)=(5) exists",
    "reference err_7c1f9a2b4d6e8f01 token", "digest 0a1b2c3d4e5f67890a1b2c3d4e5f6789", "order 123456789012345",
  ])("are kept where they are ids, places and points in time: %s", (text) => expectKept(text)); // biome-ignore format: one list
});

function expectHidden(text: string): void {
  const { text: scrubbed, found } = scrubText(text);
  expect(scrubbed).not.toContain(SECRET.slice(0, 6));
  expect(scrubbed).not.toContain(SECRET.slice(-6));
  expect(found).toBeGreaterThan(0);
  expect(scrubText(scrubbed).text).toBe(scrubbed);
}

function expectKept(text: string): void {
  expect(scrubText(text)).toEqual({ text, found: 0 });
}
