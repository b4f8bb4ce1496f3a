"use client";

import type { ReactNode } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import { KeyValues } from "@/components/ui/key-values";
import type { ApiDocument, Content, Schema } from "@/lib/client/api-reference";
import { baseUrl } from "@/lib/client/base-path";
import { FieldTable } from "./field-table";
import { prepareFields, typeOf } from "./prepare-fields";
import { curlFor, type Operation } from "./prepare-reference";

type OperationDetailProps = { id: string; operation: Operation; document: ApiDocument };

/** Who may call, how, with what, and what comes back. */
export function OperationDetail({ id, operation, document }: OperationDetailProps) {
  const { source, access, scopes, roles } = operation;
  const shapes = document.components.schemas;
  const named = access === "named";
  const command = curlFor(operation, baseUrl(), new Date());
  return (
    <div id={id} className="grid gap-4 pt-1 pb-5 md:pl-6">
      <KeyValues
        items={[
          { key: "Operation", value: operation.id, mono: true },
          { key: "Scope of a key", value: named ? scopes.join(" or ") || "none: people only" : null },
          { key: "Role of a person", value: named ? roles.join(" or ") || "none: keys only" : null },
        ]}
      />
      {command && <CodeBlock label="curl command" wrap code={command} />}
      <Parameters operation={operation} shapes={shapes} />
      {Object.entries(source.requestBody?.content ?? {}).map(([type, { schema }]) => (
        <Body key={type} title="Body" type={type} schema={schema} shapes={shapes} />
      ))}
      {answersOf(operation).map(({ status, description, content }) => (
        <Answer key={status} title={`${status} · ${description}`} content={content} shapes={shapes} />
      ))}
    </div>
  );
}

type Shapes = ApiDocument["components"]["schemas"];

function Parameters({ operation: { source }, shapes }: { operation: Operation; shapes: Shapes }) {
  const parameters = source.parameters ?? [];
  if (parameters.length === 0) return null;
  const schema: Schema = {
    properties: Object.fromEntries(
      parameters.map(({ name, in: place, description, schema }) => [
        name,
        { ...schema, description: [place === "query" ? "" : place, description].filter(Boolean).join(" · ") },
      ]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
  return (
    <Part title="Parameters">
      <FieldTable caption="Parameters" rows={prepareFields(schema, shapes)} />
    </Part>
  );
}

type BodyProps = { title: string; type: string; schema: Schema | undefined; shapes: Shapes };

function Body({ title, type, schema, shapes }: BodyProps) {
  const rows = prepareFields(schema, shapes);
  return (
    <Part title={title} aside={type}>
      {rows.length > 0 ? (
        <FieldTable caption={`${title}, ${type}`} rows={rows} />
      ) : (
        <p className="text-muted text-sm">{schema?.description ?? typeOf(schema ?? {}, shapes)}</p>
      )}
    </Part>
  );
}

function Answer({ title, content, shapes }: { title: string; content: Content; shapes: Shapes }) {
  const bodies = Object.entries(content);
  if (bodies.length === 0) return <Part title={title} />;
  return bodies.map(([type, { schema }]) => (
    <Body key={type} title={title} type={type} schema={schema} shapes={shapes} />
  ));
}

function Part({ title, aside, children }: { title: string; aside?: string; children?: ReactNode }) {
  return (
    <section className="min-w-0">
      <h5 className="flex flex-wrap items-baseline gap-x-2 pb-1 font-medium text-sm">
        {title}
        {aside && <span className="font-mono font-normal text-faint text-xs">{aside}</span>}
      </h5>
      {children}
    </section>
  );
}

/** What comes back when it worked; failures are told once for all doors. */
function answersOf({ source }: Operation) {
  return Object.entries(source.responses)
    .filter(([, { $ref }]) => $ref === undefined)
    .map(([status, { description = "", content = {} }]) => ({ status, description, content }));
}
