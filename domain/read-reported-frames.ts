import { isCarriedNumber, isNestedWithin } from "./json";
import {
  FREE_OBJECT_DEPTH,
  type ReportedException,
  type ReportedFrames,
  type ReportedStackFrame,
  reportedFrames,
} from "./reported-frames";
import { text, type Usual, usualPart, usualReference, usualTool, usualUuid } from "./usual-values";

const RELATIONS: ReadonlySet<unknown> = new Set(["cause", "context", "group", null, undefined]);
const EXCEPTIONS_MOST = 100;

const usualText = text(Number.POSITIVE_INFINITY);
const usualObject: Usual = (value) =>
  value === null || (isObject(value) && isNestedWithin(value, FREE_OBJECT_DEPTH));

const reference = testOf("reference", usualReference);
const tool = testOf("tool", usualTool);
const part = testOf("service", usualPart);
const uuid = testOf("event_id", usualUuid);
const language = testOf("language", text(50));
const time = testOf("captured_at", usualText);

/** Absent, as is usual, or not, then by the field's own schema. */
function testOf(field: keyof ReportedFrames, usual: Usual): Usual {
  const schema = reportedFrames.shape[field];
  return (value) =>
    (value === undefined && field !== "reference") || usual(value) || schema.safeParse(value).success;
}

const isText = (value: unknown): value is string | null | undefined =>
  value === undefined || usualText(value);
const isNumber = (value: unknown): value is number | null | undefined =>
  value === undefined || value === null || Number.isFinite(value);
const isFlag = (value: unknown): value is boolean | null | undefined =>
  value === undefined || value === null || typeof value === "boolean";
const isFree = (value: unknown) => value === undefined || usualObject(value);

type Members<Shape> = { readonly [member in keyof Shape]?: unknown };

/**
 * What `reportedFrames` takes of an item, null where it does not take it: then the schema says why. Members that nobody
 * knows are left out, and those that are known stand in the order of their names, so that the record has one JSON
 * whatever order it was sent in; only `arguments` and `context` are as sent. The schema took 10 to 60 µs a record.
 */
export function readReportedFrames(item: unknown): ReportedFrames | null {
  if (!isObject(item)) return null;
  const sent: Members<ReportedFrames> = item;
  if (!(hasNames(sent) && isText(sent.raw) && isFree(sent.arguments) && isFree(sent.context))) return null;
  const exceptions = listOf(sent.exceptions, exceptionOf, EXCEPTIONS_MOST);
  if (exceptions === false) return null;
  return {
    arguments: sent.arguments,
    captured_at: sent.captured_at,
    context: sent.context,
    environment: sent.environment,
    event_id: sent.event_id,
    exceptions,
    frames_id: sent.frames_id,
    language: sent.language,
    raw: sent.raw,
    reference: sent.reference,
    service: sent.service,
    tenant: sent.tenant,
    tool: sent.tool,
  } as ReportedFrames;
}

function hasNames(sent: Members<ReportedFrames>): boolean {
  return (
    reference(sent.reference) &&
    uuid(sent.frames_id) &&
    uuid(sent.event_id) &&
    time(sent.captured_at) &&
    language(sent.language) &&
    tool(sent.tool) &&
    part(sent.tenant) &&
    part(sent.environment) &&
    part(sent.service)
  );
}

function exceptionOf(sent: Members<ReportedException>): ReportedException | null {
  const { type, message, module, relation } = sent;
  if (!(isText(type) && isText(message) && isText(module) && RELATIONS.has(relation))) return null;
  const frames = listOf(sent.frames, frameOf, Number.POSITIVE_INFINITY);
  if (frames === false) return null;
  return { frames, message, module, relation: relation as ReportedException["relation"], type };
}

function frameOf(sent: Members<ReportedStackFrame>): ReportedStackFrame | null {
  const { code, column, file, function: name, in_app, line } = sent;
  if (!(isText(code) && isText(file) && isText(name))) return null;
  if (!(isNumber(column) && isNumber(line) && isFlag(in_app))) return null;
  return { code, column, file, function: name, in_app, line };
}

/** Each member as it is read; false where the list is none, is too long or holds what cannot be read. */
function listOf<Member>(
  sent: unknown,
  read: (member: object) => Member | null,
  most: number,
): Member[] | null | undefined | false {
  if (sent === undefined || sent === null) return sent;
  if (!Array.isArray(sent) || sent.length > most) return false;
  const list: Member[] = [];
  for (const member of sent) {
    const one = isObject(member) ? read(member) : null;
    if (one === null) return false;
    list.push(one);
  }
  return list;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isCarriedNumber(value);
}
