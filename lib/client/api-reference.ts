import { queryOptions } from "@tanstack/react-query";
import { api } from "./fetcher";

/** A JSON Schema as far as it is read here. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  example?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  prefixItems?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
};

export type Content = Record<string, { schema?: Schema; example?: unknown }>;

export type OperationObject = {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { $ref?: string; description?: string; content?: Content }>;
};

/** The parts of `/api/v1/openapi.json` that the reference shows. */
export type ApiDocument = {
  info: { version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, OperationObject>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, { description: string; content?: Content }>;
  };
};

/** It changes with the program only. */
export const apiDocumentQuery = queryOptions({
  queryKey: ["api-document"],
  queryFn: ({ signal }) => api<ApiDocument>("/api/v1/openapi.json", { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
