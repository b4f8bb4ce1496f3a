import { validationError } from "@/domain/errors";
import { headerOf } from "../door-request";

export type Encoding = "json" | "protobuf";

export const MEDIA_TYPES: Readonly<Record<Encoding, string>> = {
  json: "application/json",
  protobuf: "application/x-protobuf",
};

/** In what an export came; a missing content type is taken as JSON. Throws `content_type_not_supported`. */
export function assertEncoding(request: Request): Encoding {
  const type = mediaTypeOf(request);
  if (type === "" || type === MEDIA_TYPES.json) return "json";
  if (isProtobuf(type)) return "protobuf";
  throw validationError("content_type_not_supported", "Send logs as protobuf or as JSON.", {
    field: "content-type",
    received: type.slice(0, 100),
    permitted: Object.values(MEDIA_TYPES),
  });
}

/** In what it is answered, whatever came. */
export function encodingOf(request: Request): Encoding {
  return isProtobuf(mediaTypeOf(request)) ? "protobuf" : "json";
}

const isProtobuf = (type: string) => type === MEDIA_TYPES.protobuf || type === "application/protobuf";

function mediaTypeOf(request: Request): string {
  return headerOf(request, "content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
}
