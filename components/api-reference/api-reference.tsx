"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsString, useQueryState } from "nuqs";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Input } from "@/components/ui/input";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { describeError } from "@/lib/client/api-error";
import { type ApiDocument, apiDocumentQuery } from "@/lib/client/api-reference";
import { BASE_PATH } from "@/lib/client/base-path";
import { FieldTable } from "./field-table";
import { OperationRow } from "./operation-row";
import { prepareFields } from "./prepare-fields";
import { prepareReference } from "./prepare-reference";

/** The API by its nouns, made from the very document that machines read. */
export function ApiReference() {
  const document = useQuery(apiDocumentQuery);
  return (
    <Section className="border-t-0 pt-0" title="API" description={<Lead />}>
      {document.isError && (
        <ErrorState
          {...describeError(document.error)}
          onRetry={document.refetch}
          retrying={document.isFetching}
        />
      )}
      {document.isPending && <SkeletonRows rows={8} label="Loading the API" />}
      {document.data && <Nouns document={document.data} />}
    </Section>
  );
}

function Lead() {
  return (
    <>
      One API for machines and for this console. As OpenAPI 3.1:{" "}
      <a href={`${BASE_PATH}/api/v1/openapi.json`} className="font-mono text-accent hover:underline">
        /api/v1/openapi.json
      </a>
    </>
  );
}

function Nouns({ document }: { document: ApiDocument }) {
  const [search, setSearch] = useQueryState("q", parseAsString.withDefault(""));
  const [opened, setOpened] = useQueryState("operation", parseAsString.withDefault(""));
  const nouns = prepareReference(document, search);
  const count = nouns.reduce((sum, { operations }) => sum + operations.length, 0);
  return (
    <>
      <div className="flex items-center gap-3 pb-4">
        <Input
          type="search"
          aria-label="Search the API"
          placeholder="Search by path, verb, scope or parameter"
          value={search}
          onChange={(event) => setSearch(event.target.value || null)}
          className="max-w-96"
        />
        <span role="status" className="whitespace-nowrap text-muted text-sm">
          {count} operations
        </span>
      </div>
      {count === 0 && (
        <EmptyState title="Nothing fits this search" text="Try one word of a path, such as cases." />
      )}
      {nouns.map(({ name, description, operations }) => (
        <section key={name} className="pb-6" aria-labelledby={`noun-${name}`}>
          <h3 id={`noun-${name}`} className="font-semibold">
            {name.replace("-", " ")}
          </h3>
          <p className="pb-1 text-muted text-sm">{description}</p>
          <ul className="border-t">
            {operations.map((operation) => (
              <OperationRow
                key={operation.id}
                operation={operation}
                document={document}
                open={opened === operation.id}
                onToggle={() => setOpened(opened === operation.id ? null : operation.id)}
              />
            ))}
          </ul>
        </section>
      ))}
      {search === "" && <Failures document={document} />}
    </>
  );
}

function Failures({ document: { components } }: { document: ApiDocument }) {
  return (
    <section aria-labelledby="failures">
      <h3 id="failures" className="font-semibold">
        Failures
      </h3>
      <p className="max-w-prose pb-2 text-muted text-sm">
        Every failure, of every operation, is application/problem+json: 400 not readable, 401 no key, 403 not
        allowed, 404 not there, 409 the state moved on, 413 too large, 415 another media type, 422 not valid,
        429 too much at once, 503 not now.
      </p>
      <FieldTable
        caption="Fields of a failure"
        rows={prepareFields(components.schemas.Problem, components.schemas)}
      />
    </section>
  );
}
