"use client";

import { ErrorState } from "@/components/ui/error-state";
import { referenceOfPage } from "@/domain/page-reference";

/** A page that could not be drawn. */
export default function ConsoleError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <ErrorState
      page
      title="This page could not be drawn"
      message="Something failed that was not thought of. Nothing you did is lost on the server."
      code="internal_error"
      reference={referenceOfPage(error)}
      onRetry={retry}
    />
  );
}
