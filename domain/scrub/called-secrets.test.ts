import { expect, it } from "vitest";
import { expectInProportion } from "@/tests/support/in-proportion";
import { scrubText } from "./scrub-text";

it.each([
  "user.set_password('sunshine')", 'user.setPassword("sunshine")', "User->setPassword('sunshine')", "check_password('sunshine', x)",
  'client.password("sunshine")', "update_password(user, 'sunshine')", 'withToken("sunshine123")', "set_api_key('Zq9sunshine7')",
  'login("bob", "sunshine")', "login('bob','sunshine')", 'server.login("bob@shop.example", "sunshine")', 'login(\\"bob\\", \\"sunshine\\")',
  "HTTPBasicAuth('bob', 'sunshine')", "requests.auth.HTTPDigestAuth('bob', 'sunshine')", 'auth=("bob","sunshine")', ".auth('bob', 'sunshine')",
  "sign_in('bob', 'sunshine')", 'authenticate(username, "sunshine")', 'authenticate(find(user), "sunshine")', "#0 /app/a.php(3): Auth->login('bob', 'sunshine')",
  "#0 /app/a.php(3): PDO->__construct('mysql:host=db', 'root', 'sunshine')", "PDO::__construct('mysql:host=db', 'root', 'sunshine', Array)",
  "mysqli_connect('localhost', 'root', 'sunshine')", 'new mysqli("localhost", "root", "sunshine", "db")', 'new PDO($dsn, $user, "sunshine")',
  'DriverManager.getConnection("jdbc:x", "root", "sunshine")', 'smtp.PlainAuth("", "bob", "sunshine", "h")', 'req.SetBasicAuth("bob", "sunshine")',
  'new NetworkCredential("bob", "sunshine")', 'UsernamePasswordAuthenticationToken("bob", "sunshine")', "ftp_login(Resource id #1, 'bob', 'sunshine')",
  "ldap_bind(Object(LDAP\\Connection), 'cn=bob', 'sunshine')", "conn.simple_bind_s('cn=bob', 'sunshine')", "Auth->login('bob', 'sunshine",
  "x\\nset_password('sunshine')", 'login(\n    "bob",\n    "sunshine",\n)',
])("hides what a call is given: %s", (text) => {
  const { text: scrubbed, found } = scrubText(text);
  expect(scrubbed).not.toContain("sunshine");
  expect(scrubbed).toContain("[redacted]");
  expect(found).toBe(1);
  expect(scrubText(scrubbed)).toEqual({ text: scrubbed, found: 0 });
}); // biome-ignore format: one list

it.each([
  "get_secret('db/prod/password')", 't("password")', 'form.password("password")', 'form.password("Password")', "login(user, password)",
  "login()", "setPassword(value)", "set_password(hash(value))", 'set_token("name")', 'find_by_token("abc")', "reset_password('bob')",
  'signIn("google", { redirect: false })', "passport.authenticate('jwt', { session: false })", 'auth("admin", "editor")', 'expectToken("}")',
  "_parse_www_authenticate(response, 'www-authenticate')", "cursor.execute('a', 'b', 'c')", "open('a', 'r', 'utf-8')", 'connect("a", "b")',
  "set_password('must be at least 8 characters')", "check_password('%s', '?')", "getConnection('main')", "pdo.query('a', 'b', 'd')",
  "set_cookie('theme', 'dark')", "update_secret('db/prod')", 'with_secret("aws/ses")', "verify_token('audience', 'issuer')", "login failed (bob), 'sunshine'",
])("keeps: %s", (text) => expect(scrubText(text)).toEqual({ text, found: 0 })); // biome-ignore format: one list

it("reads hostile text in proportion to its length", () => {
  for (const piece of ["login(", "login('a',", "set_password('", "PDO->__construct(a,", "login(a(", "login(\\", "-----END PRIVATE KEY-----"])
    expectInProportion(
      (length) => void scrubText(piece.repeat(Math.ceil(length / piece.length))),
      200_000,
      JSON.stringify(piece),
    );
}); // biome-ignore format: one list
