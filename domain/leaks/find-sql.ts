import type { Span } from "./leak";

/** Words that only a database or what speaks to one says; of the data they speak up to the next empty line. */
const SAID =
  /(?:\bERROR: {1,4}[^\n]{1,500}\n\s{0,20})?(?<![^\n])(?:LINE \d{1,6}: |CONTEXT: {1,4}(?:PL\/pgSQL|SQL|COPY) )|\brelation \\?"[^"\n]{1,200}" (?:does not|already)|\bcolumn \\?"?[\w."\\]{1,200}"? (?:of relation|does not exist|is of type|must appear)|\b(?:duplicate key value|insert or update on table|update or delete on table|new row for relation|null value in column|operator does not exist:|function [\w.]{1,100}\([^)\n]{0,200}\) does not exist|permission denied for (?:table|relation|schema|sequence|database)|syntax error at or near|canceling statement due to|could not serialize access due to|invalid input syntax for type|value too long for type (?:character|bit|varchar)|violates (?:unique|foreign key|check|not-null|exclusion) constraint)\b|\bSQLSTATE(?:\[|[ =:]{1,3}[0-9A-Z]{5}\b)|\bdeadlock detected\s{1,8}DETAIL|\bERROR: {1,4}deadlock detected|\bDETAIL: {1,4}(?:Key|Failing row|Process)\b|\bKey \([^()\n]{1,200}\)=\(|\bORA-\d{5}\b|\bE11000 duplicate key\b|\b(?:error in your SQL syntax|Duplicate entry '|Unknown column '|Incorrect syntax near|Invalid object name '|Invalid column name '|no such (?:table|column): [A-Za-z_][\w.]{0,100}(?=$|[\s,;)"']|\.\s)|(?:UNIQUE|NOT NULL|FOREIGN KEY|CHECK) constraint failed|Cannot add or update a child row|Lock wait timeout exceeded|Deadlock found when|String or binary data would be truncated|could not execute (?:statement|query|batch)(?=[;:\s]{0,4}(?:$|\[|SQL|constraint|nested)))|\bTable '[^'\n]{1,200}' doesn't exist|\b(?:psycopg2?|asyncpg|sqlalchemy|django\.db|pymysql|MySQLdb|sqlite3)\.[\w.]{0,100}(?:Error|errors|exc|exceptions|utils)\b|\b(?:PG|Mysql2|SQLite3|ActiveRecord|ActiveModel)::\w|\b(?:SequelizeDatabaseError|SequelizeUniqueConstraintError|PrismaClient\w{0,60}Error|QueryFailedError|SqlException|SQLSyntaxErrorException|SQLIntegrityConstraintViolationException|PSQLException|JDBCException|NpgsqlException|PostgresException|PDOException|DbUpdateException|EntityFrameworkCore)\b|\b(?:ER_[A-Z][A-Z_]{3,60}|SQLITE_[A-Z]{3,40})\b|\bInvalid `prisma\.|\[SQL: |\[parameters: /g;

/** Statements; in small letters they look like sentences, so more of their grammar must be there. */
const STATEMENT =
  /\b(?:INSERT INTO [\w".`[\]]{1,100}|DELETE FROM [\w".`[\]]{1,100}|UPDATE [\w".`[\]]{1,100} SET |(?:CREATE(?: TEMP(?:ORARY)?)?|ALTER|DROP|TRUNCATE) TABLE |CREATE (?:UNIQUE )?INDEX |MERGE INTO [\w".`[\]]{1,100}|(?:insert|replace) into [\w".`[\]]{1,100}\s{0,4}(?:\([^()\n]{1,500}\)\s{0,4})?(?:values\s{0,4}\(|select\s)|delete from [\w".`[\]]{1,100}\s{1,4}where\s{1,4}[\w".`[\]]{1,100}\s{0,4}(?:[=<>]|in\s{0,4}\(|like\s|is\s)|update [\w".`[\]]{1,100}\s{1,4}set\s{1,4}[\w".`[\]]{1,100}\s{0,4}=|(?:create|alter|drop) table (?:if (?:not )?exists )?[\w".`[\]]{1,100}\s{0,4}[(;])/g;

const FROM_WITHIN = 4000;
const SELECT = /\bselect\s/gi;
const FROM = /\sfrom\s+([\w".`[\]]{1,100}|\()/gi;
/** What follows a table in a query and not in a sentence. */
const GOES_ON =
  /^[\s\w".`[\],]{0,200}?\s(?:where\s+[\w".`[\]()]{1,100}\s*(?:[=<>!]|in\s*\(|like\s+['$:?]|is\s+(?:not\s+)?null)|(?:order|group)\s+by\s|limit\s+[\d$:?]|(?:inner|left|right|cross|full)\s+(?:outer\s+)?join\s|join\s+\S{1,100}\s+on\s)/i;

/** What a text must hold so that one of these patterns could match it; telling costs a tenth of trying them. */
const MAY_SAY =
  /LINE \d|CONTEXT: |relation \\?"|column |constraint|SQL|DETAIL: |Key \(|ORA-\d|ER_[A-Z]|duplicate key|null value in|operator does|new row for|(?:insert or|or delete) |update on table|function [\w.]+\(|permission denied for|syntax error|canceling statement|could not |[dD]eadlock |invalid input syntax|too long for type|Duplicate entry|Incorrect syntax|Invalid (?:object|column) name|Invalid `|no such (?:table|column)|Cannot add|Lock wait|would be truncated|doesn't exist|(?:Error|Exception)\b|\.(?:errors|exc|exceptions|utils)\b|EntityFramework|(?:PG|Mysql2|SQLite3|ActiveRecord|ActiveModel)::|\[parameters: /;
const MAY_STATE =
  /INSERT INTO|DELETE FROM|UPDATE \S|TABLE |INDEX |MERGE INTO|(?:insert|replace) into|delete from|update \S+\s+set\s|(?:create|alter|drop) table/;
const MAY_SELECT = /select\s/i;

/** Whether a text may hold SQL; never false where `findSql` finds some. */
export function mayHoldSql(text: string): boolean {
  return MAY_SAY.test(text) || MAY_STATE.test(text) || (MAY_SELECT.test(text) && /\sfrom\s/i.test(text));
}

/**
 * SQL, and what databases and the libraries above them say. A statement's end is a semicolon or an empty line. What
 * stands within one found part is not looked at again, so that a text is read once however often it says a word.
 */
export function findSql(text: string): Span[] {
  return [
    ...(MAY_SAY.test(text) ? found(text, SAID, SAID_END) : []),
    ...(MAY_STATE.test(text) ? found(text, STATEMENT, STATEMENT_END) : []),
    ...(MAY_SELECT.test(text) ? queries(text) : []),
  ];
}

/** Details, the statement and a pointer at its place follow in lines of their own. */
const SAID_END = /\n[^\S\n]{0,20}\r?\n/g;
const STATEMENT_END = /;(?:\s|$)|\n\s{0,20}\n/g;

/** What a pattern finds, each to the next end behind it. */
function found(text: string, pattern: RegExp, ends: RegExp): Span[] {
  const spans: Span[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const end = endFrom(text, pattern.lastIndex, ends);
    spans.push({ start: match.index, end });
    pattern.lastIndex = end;
  }
  return spans;
}

function endFrom(text: string, at: number, ends: RegExp): number {
  ends.lastIndex = at;
  return ends.exec(text)?.index ?? text.length;
}

function queries(text: string): Span[] {
  const spans: Span[] = [];
  let done = 0;
  let table: { index: number; end: number } | null = { index: -1, end: 0 };
  for (const { index, 0: word } of text.matchAll(SELECT)) {
    if (index < done || table === null) continue;
    if (table.index < index + word.length - 1) table = nextFrom(text, index + word.length - 1);
    if (table === null || table.index - index > FROM_WITHIN) continue;
    if (!isQuery(text, index, table)) continue;
    const end = endFrom(text, table.end, STATEMENT_END);
    spans.push({ start: index, end });
    done = end;
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
