import type { Span } from "./leak";

/** Words that only a database or what speaks to one says; what is said of the data follows in the same line. */
const SAID =
  /\brelation \\?"[^"\n]{1,200}" (?:does not|already)|\bcolumn \\?"?[\w."\\]{1,200}"? (?:of relation|does not exist|is of type|must appear)|\b(?:duplicate key value|insert or update on table|update or delete on table|new row for relation|null value in column|operator does not exist:|function [\w.]{1,100}\([^)\n]{0,200}\) does not exist|permission denied for (?:table|relation|schema|sequence|database)|syntax error at or near|canceling statement due to|could not serialize access|deadlock detected|invalid input syntax for type|value too long for type|violates (?:unique|foreign key|check|not-null|exclusion) constraint)\b|\bSQLSTATE\b|\bDETAIL: {1,4}(?:Key|Failing row|Process)\b|\bKey \([^()\n]{1,200}\)=\(|\bORA-\d{5}\b|\b(?:error in your SQL syntax|Duplicate entry '|Unknown column '|Incorrect syntax near|Invalid object name '|Invalid column name '|no such (?:table|column): \S|(?:UNIQUE|NOT NULL|FOREIGN KEY|CHECK) constraint failed|Cannot add or update a child row|Lock wait timeout exceeded|Deadlock found when|String or binary data would be truncated|could not execute (?:statement|query|batch))|\bTable '[^'\n]{1,200}' doesn't exist|\b(?:psycopg2?|asyncpg|sqlalchemy|django\.db|pymysql|MySQLdb|sqlite3)\.[\w.]{0,100}(?:Error|errors|exc|exceptions|utils)\b|\b(?:PG|Mysql2|SQLite3|ActiveRecord|ActiveModel)::\w|\b(?:SequelizeDatabaseError|SequelizeUniqueConstraintError|PrismaClient\w{0,60}Error|QueryFailedError|SqlException|SQLSyntaxErrorException|SQLIntegrityConstraintViolationException|PSQLException|JDBCException|NpgsqlException|PostgresException|PDOException|DbUpdateException|EntityFrameworkCore)\b|\b(?:ER_[A-Z][A-Z_]{3,60}|SQLITE_[A-Z]{3,40})\b|\bInvalid `prisma\.|\[SQL: |\[parameters: /g;

/** Statements; in small letters they look like sentences, so more of their grammar must be there. */
const STATEMENT =
  /\b(?:INSERT INTO [\w".`[\]]{1,100}|DELETE FROM [\w".`[\]]{1,100}|UPDATE [\w".`[\]]{1,100} SET |(?:CREATE(?: TEMP(?:ORARY)?)?|ALTER|DROP|TRUNCATE) TABLE |CREATE (?:UNIQUE )?INDEX |MERGE INTO [\w".`[\]]{1,100}|(?:insert|replace) into [\w".`[\]]{1,100}\s{0,4}(?:\([^()\n]{1,500}\)\s{0,4})?(?:values\s{0,4}\(|select\s)|delete from [\w".`[\]]{1,100}\s{1,4}where\s{1,4}[\w".`[\]]{1,100}\s{0,4}(?:[=<>]|in\s{0,4}\(|like\s|is\s)|update [\w".`[\]]{1,100}\s{1,4}set\s{1,4}[\w".`[\]]{1,100}\s{0,4}=|(?:create|alter|drop) table (?:if (?:not )?exists )?[\w".`[\]]{1,100}\s{0,4}[(;])/g;

const FROM_WITHIN = 4000;
const SELECT = /\bselect\s/gi;
const FROM = /\sfrom\s+([\w".`[\]]{1,100}|\()/gi;
/** What follows a table in a query and not in a sentence. */
const GOES_ON =
  /^[\s\w".`[\],]{0,200}?\s(?:where\s+[\w".`[\]()]{1,100}\s*(?:[=<>!]|in\s*\(|like\s+['$:?]|is\s+(?:not\s+)?null)|(?:order|group)\s+by\s|limit\s+[\d$:?]|(?:inner|left|right|cross|full)\s+(?:outer\s+)?join\s|join\s+\S{1,100}\s+on\s)/i;

/** SQL, and what databases and the libraries above them say. A statement's end is a semicolon or an empty line. */
export function findSql(text: string): Span[] {
  const spans: Span[] = [];
  for (const { index, 0: found } of text.matchAll(SAID))
    spans.push({ start: index, end: lineEnd(text, index + found.length) });
  for (const { index, 0: found } of text.matchAll(STATEMENT))
    spans.push({ start: index, end: statementEnd(text, index + found.length) });
  spans.push(...queries(text));
  return spans;
}

function queries(text: string): Span[] {
  const spans: Span[] = [];
  let from = 0;
  let found: { index: number; end: number } | null = { index: -1, end: 0 };
  for (const { index, 0: word } of text.matchAll(SELECT)) {
    if (index < from || found === null) continue;
    if (found.index < index + word.length - 1) found = nextFrom(text, index + word.length - 1);
    if (found === null || found.index - index > FROM_WITHIN) continue;
    if (!isQuery(text, index, found)) continue;
    const end = statementEnd(text, found.end);
    spans.push({ start: index, end });
    from = end;
  }
  return spans;
}

function nextFrom(text: string, at: number): { index: number; end: number } | null {
  FROM.lastIndex = at;
  const match = FROM.exec(text);
  return match && { index: match.index, end: FROM.lastIndex };
}

/** `SELECT … FROM` in capitals is one; `select a status from the list` is not. */
function isQuery(text: string, start: number, from: { index: number; end: number }): boolean {
  const shouted = text.startsWith("SELECT", start) && /^\sFROM/.test(text.slice(from.index, from.index + 5));
  if (shouted) return true;
  const columns = text.slice(start + 6, from.index).trim();
  if (/^(?:\*|distinct\s|count\(|[\w.]{0,60}\.\*|["`[])/i.test(columns)) return true;
  return GOES_ON.test(text.slice(from.end, from.end + 600));
}

function lineEnd(text: string, at: number): number {
  const end = text.slice(at).search(/[\r\n]|\\n/);
  return end < 0 ? text.length : at + end;
}

function statementEnd(text: string, at: number): number {
  const end = text.slice(at).search(/;(?:\s|$)|\n\s*\n/);
  return end < 0 ? text.length : at + end;
}
