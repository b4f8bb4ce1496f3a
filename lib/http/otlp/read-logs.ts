import { validationError } from "@/domain/errors";
import { slicing } from "@/domain/in-slices";
import { parseJson } from "@/domain/json";
import { isToolError } from "@/domain/otlp/is-tool-error";
import type { LogRecord } from "@/domain/otlp/log-record";
import { chargeFurther } from "../key-allowance";
import { readIngestBytes } from "../read-items";
import { decodeBody } from "../sanitize-item";
import { recordsOfJson } from "./decode-json";
import { recordsOfProtobuf } from "./decode-protobuf";
import { assertEncoding } from "./encoding";

/** More than a collector's usual batch (8,192), whose export would be lost for good if it were refused. */
const MAX_TOOL_ERRORS = 10_000;

export type ReadLogs = {
  /** Those that report a failed tool call. */
  records: LogRecord[];
  /** How many others came along. */
  skipped: number;
};

/**
 * The log records of an export. Ordinary lines of a log are let go one by one as they are read. Throws `body_not_json`,
 * `body_not_otlp`, `body_not_decodable`, `body_too_large`, `too_many_items`, `buffer_full`,
 * `content_type_not_supported`, `content_encoding_not_supported`.
 */
export async function readLogs(request: Request): Promise<ReadLogs> {
  const encoding = assertEncoding(request);
  const bytes = await readIngestBytes(request);
  const read: ReadLogs = { records: [], skipped: 0 };
  const sliceEnd = slicing();
  for (const record of encoding === "protobuf" ? recordsOfProtobuf(bytes) : recordsOfText(bytes)) {
    if (isToolError(record)) keep(read.records, record);
    else read.skipped += 1;
    const turn = sliceEnd();
    if (turn !== null) await turn;
  }
  chargeFurther(request, read.records.length - 1);
  return read;
}

function keep(records: LogRecord[], record: LogRecord): void {
  if (records.push(record) <= MAX_TOOL_ERRORS) return;
  throw validationError("too_many_items", `One export takes at most ${MAX_TOOL_ERRORS} tool errors.`, {
    hint: "Export smaller batches: OTEL_BLRP_MAX_EXPORT_BATCH_SIZE, or send_batch_max_size of a collector.",
    details: { max_items: MAX_TOOL_ERRORS },
  });
}

function recordsOfText(bytes: Uint8Array): Generator<LogRecord> {
  const { text, isReplaced } = decodeBody(bytes);
  return recordsOfJson(readJson(text), isReplaced);
}

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    throw validationError("body_not_json", "The body is not valid JSON in UTF-8.", { cause });
  }
}
